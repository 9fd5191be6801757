import Link from 'next/link'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { GalleryStage, KeptStage } from '@/app/gallery/gallery-stage'
import { knownVisitor } from '@/app/visitor'
import { FirstSteps } from '@/components/shell/first-steps'
import { COLUMN, SHELL_MAIN } from '@/components/ui/looks'
import { env } from '@/lib/env'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { EMPTY, STATES } from '@/test/gallery/states'

/** Every state that a page can be in, made up, at an address of its own. Only with COUNTERSIGN_GALLERY=1. */
export default async function GalleryPage({ params }: { params: Promise<{ state?: string[] }> }) {
  await knownVisitor()
  if (!env().gallery) notFound()
  const { state: [state, ...more] = [] } = await params
  if (state === undefined) return <GalleryIndex />
  const content = more.length === 0 && contentOf(state)
  return content ? <Stage>{content}</Stage> : notFound()
}

const GalleryIndex = () => (
  <main className={`${COLUMN} py-8`}>
    <ul>
      {[EMPTY, ...Object.keys(STATES), ...Object.keys(KEPT_STATES)].map(state => (
        <li key={state}>
          <Link href={`/gallery/${state}`} prefetch={false} className="underline">
            {state}
          </Link>
        </li>
      ))}
    </ul>
  </main>
)

function contentOf(state: string): ReactNode {
  if (state === EMPTY) return <FirstSteps answering={DEMO} />
  const items = Object.hasOwn(KEPT_STATES, state) ? KEPT_STATES[state] : undefined
  if (items) return <KeptStage {...items} />
  const session = Object.hasOwn(STATES, state) ? STATES[state]?.() : undefined
  return session ? <GalleryStage {...session} /> : null
}

const DEMO = { id: 'scripted:demo', title: 'Demo', isReady: true }

const Stage = ({ children }: { children: ReactNode }) => (
  <main className="flex h-dvh">
    <div className={SHELL_MAIN}>{children}</div>
  </main>
)
