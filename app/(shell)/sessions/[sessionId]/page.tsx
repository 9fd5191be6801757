import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { pageFor, titleOf, visitor } from '@/app/visitor'
import { SessionPage } from '@/components/session/session-page'
import type { SessionView } from '@/lib/domain/session/view'
import { isId } from '@/lib/http/path-params'
import { inSnapshot } from '@/lib/store/connection/database'
import { readView } from '@/lib/store/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { params: Promise<{ sessionId: string }> }

/** Null also for whoever may not read it. */
const viewOf = cache(async (sessionId: string): Promise<SessionView | null> => {
  const reader = await visitor()
  if (reader.kind !== 'person' || !isId(sessionId)) return null
  return inSnapshot(reader.working.deps.db, tx => readView(tx, sessionId))
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { sessionId } = await params
  return titleOf(async () => {
    const view = await viewOf(sessionId)
    return view ? { title: `${withVisibleEscapes(view.session.title)} · Countersign` } : {}
  })
}

export default async function Page({ params }: Props) {
  return pageFor(async () => {
    const view = await viewOf((await params).sessionId)
    return view ? <SessionPage initialView={view} /> : notFound()
  })
}
