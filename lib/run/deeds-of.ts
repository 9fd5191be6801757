import { addDeeds, type Deeds } from '@/lib/context/left-out'
import { pathIn } from '@/lib/domain/path-in'
import type { InForce } from '@/lib/store/compaction'
import type { Tx } from '@/lib/store/database'
import { doneBetween, openCalls } from '@/lib/store/deeds'

/** What was read and changed up to an Event, and what is under way now: read from rows, so that no summary forgets it. */
export async function deedsOf(
  tx: Tx,
  sessionId: string,
  { cut, through }: { cut: InForce | undefined; through: number },
): Promise<Deeds> {
  const done = await doneBetween(tx, sessionId, { after: cut?.through ?? 0, through })
  const open = await openCalls(tx, sessionId)
  return addDeeds(cut?.deeds ?? { read: [], changed: [] }, {
    read: done.flatMap(({ path, text }) => (path === undefined ? (pathIn(text) ?? []) : [])),
    changed: done.flatMap(({ path }) => path ?? []),
    inFlight: open.map(({ tool, state, summary }) => `${tool} (${state})${summary ? `: ${summary}` : ''}`),
  })
}
