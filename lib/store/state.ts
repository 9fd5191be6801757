import * as z from 'zod'
import { EMPTY_STATE, State } from '@/lib/domain/state'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import { jsonText, type Tx } from './database'

const StateRow = z.object({
  revision: z.int(),
  value: State,
  callId: optional(z.string()),
  at: instant,
})

/** A State as it is kept. */
export type KeptState = { revision: number; state: State; callId: string | undefined; at: string }

const toKept = (row: unknown): KeptState => {
  const { value, ...kept } = StateRow.parse(row)
  return { ...kept, state: value }
}

/** The State in force. */
export async function stateOf(tx: Tx, sessionId: string): Promise<Pick<KeptState, 'revision' | 'state'>> {
  const [row] = await stateRevisions(tx, sessionId, { before: undefined, limit: 1 })
  return row ?? { revision: 0, state: EMPTY_STATE }
}

/** Its revisions before one of them, the newest first. */
export async function stateRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<KeptState[]> {
  const rows = await tx.state.findMany({
    where: { sessionId, ...(page.before === undefined ? {} : { revision: { lt: page.before } }) },
    orderBy: { revision: 'desc' },
    take: page.limit,
  })
  return rows.map(toKept)
}

export async function insertState(tx: Tx, sessionId: string, kept: KeptState): Promise<void> {
  const { revision, state, callId, at } = kept
  const row = { sessionId, revision, value: jsonText(state), callId: orNull(callId), at }
  await put(tx, { insert: 'State', rows: [row] })
}
