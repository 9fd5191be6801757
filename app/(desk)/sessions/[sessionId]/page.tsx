import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { knownVisitor, visitor } from '@/app/visitor'
import { SessionDesk } from '@/components/session/session-desk'
import { AwayPage } from '@/components/sign-in/away-page'
import { isId } from '@/lib/auth/is-id'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { SessionView } from '@/lib/domain/view'
import { inSnapshot } from '@/lib/store/snapshot'
import { readView } from '@/lib/store/view'

type Props = { params: Promise<{ sessionId: string }> }

/** Null for whoever may not read it, too: what asks says so by itself. */
const viewOf = cache(async (sessionId: string): Promise<SessionView | null> => {
  const asked = await visitor()
  if (asked.kind !== 'person' || !isId(sessionId)) return null
  return inSnapshot(asked.working.deps.db, tx => readView(tx, sessionId))
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await viewOf((await params).sessionId)
  return view ? { title: `${withVisibleEscapes(view.session.title)} · Countersign` } : {}
}

export default async function SessionPage({ params }: Props) {
  const asked = await knownVisitor()
  if (asked.kind === 'away') return <AwayPage reason={asked.reason} />
  const view = await viewOf((await params).sessionId)
  return view ? <SessionDesk given={view} /> : notFound()
}
