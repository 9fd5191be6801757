import type { ReactNode } from 'react'
import { visitor } from '@/app/visitor'
import { DeskKeys } from '@/components/desk/desk-keys'
import { DeskMain } from '@/components/desk/desk-main'
import { Rail } from '@/components/desk/rail'
import { SessionsNav } from '@/components/sessions/sessions-nav'
import { listSessions } from '@/lib/store/standing'

/** Sessions that the list shows without searching. */
const LISTED = 50

/** The desk: sessions on the left, one of them in front of you. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const asked = await visitor()
  if (asked.kind !== 'person') return children
  const items = await listSessions(asked.working.deps.db, {
    words: [],
    state: undefined,
    archived: false,
    after: undefined,
    limit: LISTED,
  })
  return (
    <div className="desk">
      <Rail>
        <SessionsNav given={{ items, nextCursor: null }} now={Date.now()} />
      </Rail>
      <DeskMain>{children}</DeskMain>
      <DeskKeys />
    </div>
  )
}
