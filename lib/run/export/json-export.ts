import { toInstant } from '@/lib/domain/instant'
import {
  exportedEntries,
  exportedLinks,
  exportedRequests,
  exportedRuns,
  exportedSets,
} from '@/lib/store/export'
import { exportedPlans, exportedStates } from '@/lib/store/exported-mind'
import { databaseNow } from '@/lib/store/now'
import { queueOf } from '@/lib/store/queue-item'
import { sessionRules } from '@/lib/store/rule'
import { sessionOf } from '@/lib/store/standing'
import type { Exporting } from './exporting'
import { signedHead } from './signed-head'

/** What can read it knows it by this. */
const FORMAT = 'countersign/session/1'

/** Everything there is of a session, one thing a line. */
export async function* jsonExport(exporting: Exporting): AsyncGenerator<string> {
  const { deps, tx, row } = exporting
  const begin = {
    format: FORMAT,
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
  yield* list('events', linksOf(exporting))
  yield `,\n${JSON.stringify(signedHead(exporting)).slice(1)}\n`
}

async function* linksOf({ tx, row }: Exporting): AsyncGenerator<unknown> {
  for await (const { at, ...link } of exportedLinks(tx, row.id)) yield { ...link, at: toInstant(at) }
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
