import { notFound } from 'next/navigation'
import { knownVisitor } from '@/app/visitor'
import { GalleryStage } from '@/components/gallery/gallery-stage'
import { env } from '@/lib/env'
import { STATES } from '@/lib/testing/gallery/states'

type Props = { params: Promise<{ state: string }> }

/** One state of the page, made up. */
export default async function GalleryPage({ params }: Props) {
  await knownVisitor()
  if (!env().gallery) notFound()
  const { state } = await params
  const made = Object.hasOwn(STATES, state) ? STATES[state]?.() : undefined
  if (!made) notFound()
  return (
    <main className="desk">
      <div className="desk-main">
        <GalleryStage {...made} />
      </div>
    </main>
  )
}
