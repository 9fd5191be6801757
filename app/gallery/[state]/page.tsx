import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { knownVisitor } from '@/app/visitor'
import { FirstSteps } from '@/components/desk/first-steps'
import type { ModelsAtHand } from '@/components/desk/models-at-hand'
import { GalleryStage } from '@/components/gallery/gallery-stage'
import { KeptStage } from '@/components/gallery/kept-stage'
import { env } from '@/lib/env'
import { KEPT_STATES } from '@/lib/testing/gallery/kept-states'
import { EMPTY, STATES } from '@/lib/testing/gallery/states'

type Props = { params: Promise<{ state: string }> }

/** One state of the page, made up. */
export default async function GalleryPage({ params }: Props) {
  await knownVisitor()
  if (!env().gallery) notFound()
  const { state } = await params
  if (state === EMPTY) return <Stage>{<FirstSteps models={MODELS} />}</Stage>
  const kept = Object.hasOwn(KEPT_STATES, state) ? KEPT_STATES[state] : undefined
  if (kept) return <Stage>{<KeptStage {...kept} />}</Stage>
  const made = Object.hasOwn(STATES, state) ? STATES[state]?.() : undefined
  if (!made) notFound()
  return (
    <Stage>
      <GalleryStage {...made} />
    </Stage>
  )
}

const MODELS: ModelsAtHand = {
  answering: { id: 'scripted:demo', title: 'Demo' },
  isDemo: true,
  local: [{ title: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['llama3.2', 'qwen3:8b'] }],
  missing: ['Set OPENAI_API_KEY to a key of OpenAI.'],
}

const Stage = ({ children }: { children: ReactNode }) => (
  <main className="desk">
    <div className="desk-main">{children}</div>
  </main>
)
