import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { AUDIT_FORMAT } from '@/lib/record/export-lines'
import { headsLine } from '@/lib/record/kept-heads'
import type { Tx } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { type StoredHead, sessionHeads, storedHead } from '@/lib/store/record/record'
import type { Deps } from '../process/deps'
import { exportStream } from './export-stream'
import { chainLines } from './signed-head'

/** The record of a session, or of everything, as JSON lines that can be verified without this installation. */
export async function exportRecord(
  deps: Deps,
  { sessionId }: { sessionId?: string | undefined },
): Promise<ReadableStream<Uint8Array> | Refusal> {
  if (sessionId === undefined) return exportStream(deps, {}, tx => allLines(deps, tx))
  const head = await storedHead(deps.db, sessionId)
  if (!head) return refuse('not_found', { code: 'problem.noSession' })
  return exportStream(deps, { sessionId }, async function* (tx) {
    yield* chainLines(deps, tx, await headIn(tx, sessionId))
  })
}

/** What says that all of it follows comes first, so that a cut end is seen wherever it was cut. */
async function* allLines(deps: Deps, tx: Tx): AsyncGenerator<string> {
  const exportedAt = await databaseNow(tx, deps.clock.offsetMs)
  yield `${JSON.stringify({ format: AUDIT_FORMAT, exportedAt, publicKey: deps.signer.publicKey })}\n`
  for await (const head of sessionHeads(tx)) yield* chainLines(deps, tx, head)
  yield* chainLines(deps, tx, await headIn(tx, INSTALLATION_CHAIN))
}

async function headIn(tx: Tx, chain: string): Promise<StoredHead> {
  const head = await storedHead(tx, chain)
  if (!head) throw new Error('The session was deleted before its record could be exported.')
  return head
}

/** Heads in a line. */
const HEADS = 100

/** The signed heads of all chains as they are, as they are kept elsewhere. */
export const exportHeads = (deps: Deps): ReadableStream<Uint8Array> =>
  exportStream(deps, {}, async function* (tx) {
    const at = await databaseNow(tx, deps.clock.offsetMs)
    const line = (heads: StoredHead[]): string => headsLine({ at, publicKey: deps.signer.publicKey, heads })
    let heads = [await headIn(tx, INSTALLATION_CHAIN)]
    for await (const head of sessionHeads(tx)) {
      heads.push(head)
      if (heads.length < HEADS) continue
      yield line(heads)
      heads = []
    }
    if (heads.length > 0) yield line(heads)
  })
