import * as z from 'zod'
import { EMPTY_STATE, State } from '@/lib/domain/session/state'
import type { PersonRevision } from '@/lib/domain/session/state-conflicts'
import { instant, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { listed, orThrowUnreadable, stored, whole } from '../connection/stored'

/** A State as it is kept. */
export type KeptState = { revision: number; state: State; callId: string | undefined; at: string }

const read = stored(z.object({ revision: z.int(), value: State, callId: optional(z.string()), at: instant }))

function toKept(row: unknown): KeptState | null {
  const state = read(row)
  if (!state) return null
  const { value, ...revision } = state
  return { ...revision, state: value }
}

const readKept = (row: unknown): KeptState => orThrowUnreadable('The state of the session', toKept(row))

/** The State in force. */
export async function stateOf(tx: Tx, sessionId: string): Promise<Pick<KeptState, 'revision' | 'state'>> {
  const [row] = await stateRevisions(tx, sessionId, { before: undefined, limit: 1 })
  return row ? whole('The state of the session', row) : { revision: 0, state: EMPTY_STATE }
}

/** Its revisions before one of them, the newest first. */
export async function stateRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<KeptState[]> {
  const rows = await tx.state.findMany({
    where: { sessionId, revision: { lt: page.before } },
    orderBy: { revision: 'desc' },
    take: page.limit,
  })
  return listed(toKept, rows)
}

/** So many corrections are read at once: a State may be large. */
const AT_ONCE = 20

/** What people made of it before a revision, the newest first, each with what there was before it. */
export async function* personRevisions(
  tx: Tx,
  sessionId: string,
  { before }: { before: number | undefined },
): AsyncGenerator<PersonRevision> {
  let revisions: { revision: number }[]
  do {
    revisions = await tx.state.findMany({
      where: { sessionId, callId: null, revision: { lt: before } },
      orderBy: { revision: 'desc' },
      take: AT_ONCE,
    })
    const priors = await tx.state.findMany({
      where: { sessionId, revision: { in: revisions.map(({ revision }) => revision - 1) } },
    })
    const states = new Map(priors.map(readKept).map(({ revision, state }) => [revision, state]))
    for (const { revision, state: after } of revisions.map(readKept))
      yield { revision, before: states.get(revision - 1) ?? EMPTY_STATE, after }
    before = revisions.at(-1)?.revision
  } while (revisions.length === AT_ONCE)
}

export function insertState(rows: Rows, sessionId: string, { revision, state, callId, at }: KeptState): void {
  rows.insert('State', [{ sessionId, revision, value: state, callId, at }])
}
