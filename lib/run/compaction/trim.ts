import type { CompactionReason } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import { historyOf } from '@/lib/store/session/compaction'
import type { Deps } from '../process/deps'
import { knownModel } from '../request/known-models'
import { whereToCut, windowOf } from '../request/where-to-cut'
import type { Write } from '../write/write'
import { storeCut } from './store-cut'

/** Where a history would be cut, as it is in this transaction. */
export async function placeNow(
  deps: Deps,
  write: Write,
  { run, why }: { run: RunRow | undefined; why: CompactionReason },
) {
  const history = await historyOf(write.sql, write.row.id)
  const model = run?.overrides.model ?? write.row.model
  const known = await knownModel(deps, write.db, model)
  const window = windowOf(known?.contextWindow, { meter: write.row.meter, model })
  return { history, place: whereToCut(history, { why, session: write.row, window }) }
}

/** Leaves earlier messages out without a summary, and says so. Nothing where too little would be freed. */
export async function trim(
  deps: Deps,
  write: Write,
  cut: { run: RunRow; why: CompactionReason; because: string },
): Promise<void> {
  const { history, place } = await placeNow(deps, write, cut)
  if (place)
    await storeCut(deps, write, { run: cut.run, history, place, replacement: { because: cut.because } })
}

export const SWITCHED_OFF = 'Summaries are switched off for this session.'
