import Link from 'next/link'
import { notFound } from 'next/navigation'
import { knownVisitor } from '@/app/visitor'
import { env } from '@/lib/env'
import { KEPT_STATES } from '@/lib/testing/gallery/kept-states'
import { EMPTY, STATES } from '@/lib/testing/gallery/states'

/** Every state that the page can be in, each on a page of its own. Only with COUNTERSIGN_GALLERY=1. */
export default async function GalleryIndex() {
  await knownVisitor()
  if (!env().gallery) notFound()
  return (
    <main className="column py-8">
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
}
