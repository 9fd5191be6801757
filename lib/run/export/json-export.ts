import { ChainCheck } from '@/lib/record/chain'
import { SESSION_FORMAT } from '@/lib/record/export-lines'
import { sessionRules } from '@/lib/store/call/rule'
import { databaseNow } from '@/lib/store/connection/sql'
import {
  exportedAttachments,
  exportedEntries,
  exportedPlans,
  exportedRequests,
  exportedRuns,
  exportedSets,
  exportedStates,
} from '@/lib/store/record/export'
import { queueOf } from '@/lib/store/session/queue-item'
import { sessionOf } from '@/lib/store/session/session-status'
import { type Exporting, headOf } from './export-stream'
import { checkedLinks, signedHead } from './signed-head'

/** Everything there is of a session, one thing a line. */
export async function* jsonExport(exporting: Exporting): AsyncGenerator<string> {
  const { deps, tx, row } = exporting
  const begin = {
    format: SESSION_FORMAT,
    exportedAt: await databaseNow(tx, deps.clock.offsetMs),
    session: await sessionOf(tx, row),
    queue: await queueOf(tx, row.id),
    rules: await sessionRules(tx, row.id),
  }
  yield `${JSON.stringify(begin).slice(0, -1)}`
  yield* list('runs', exportedRuns(tx, row.id))
  yield* list('requests', exportedRequests(tx, row.id))
  yield* list('plans', exportedPlans(tx, row.id))
  yield* list('states', exportedStates(tx, row.id))
  yield* list('entries', exportedEntries(tx, row.id))
  yield* list('sets', exportedSets(tx, row.id))
  yield* list('attachments', exportedAttachments(tx, row.id))
  const check = new ChainCheck(row.id)
  yield* list('events', linksOf(exporting, check))
  yield `,\n${JSON.stringify(signedHead(deps, headOf(row), check)).slice(1)}\n`
}

async function* linksOf({ tx }: Exporting, check: ChainCheck): AsyncGenerator<unknown> {
  for await (const { chain: _, ...link } of checkedLinks(tx, check)) yield link
}

async function* list(name: string, items: AsyncGenerator<unknown>): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let between = '\n'
  for await (const item of items) {
    yield `${between}${JSON.stringify(item)}`
    between = ',\n'
  }
  yield '\n]'
}
