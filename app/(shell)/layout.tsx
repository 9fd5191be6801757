import type { ReactNode } from 'react'
import { visitor } from '@/app/visitor'
import { AwayPage } from '@/components/page/plain-page'
import { SessionsNav } from '@/components/sessions/sessions-nav'
import { Shell } from '@/components/shell/shell'
import { Refusal } from '@/lib/domain/contract/problem'
import { orUnavailable } from '@/lib/run/process/unavailable'
import { listSessions } from '@/lib/store/session/session-status'

/** The length of the list's first page. */
const FIRST_PAGE = 50

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const reader = await visitor()
  if (reader.kind !== 'person') return children
  const { deps } = reader.working
  const items = await orUnavailable(deps, () =>
    listSessions(deps.db, {
      words: [],
      state: undefined,
      archived: false,
      after: undefined,
      limit: FIRST_PAGE,
    }),
  )
  if (items instanceof Refusal) return <AwayPage reason={items.detail} />
  return (
    <Shell sidebar={<SessionsNav initialPage={{ items, nextCursor: null }} serverNow={Date.now()} />}>
      {children}
    </Shell>
  )
}
