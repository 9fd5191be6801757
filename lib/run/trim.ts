import type { CompactionReason } from '@/lib/domain/compaction'
import type { RunRow } from '@/lib/domain/run'
import { historyOf } from '@/lib/store/compaction'
import type { Deps } from './deps'
import { knownModel } from './known-models'
import { storeCut } from './store-cut'
import { whereToCut } from './where-to-cut'
import type { Write } from './write'

/** Where a history would be cut, as it is in this transaction. */
export async function placeNow(
  deps: Deps,
  write: Write,
  about: { run: RunRow | undefined; why: CompactionReason },
) {
  const history = await historyOf(write.tx, write.row.id)
  const known = await knownModel(deps, write.tx, about.run?.overrides.model ?? write.row.model)
  const window = known?.contextWindow
  return { history, place: whereToCut(history, { why: about.why, session: write.row, window }) }
}

/** Leaves earlier messages out without a summary, and says so. Nothing where too little would be freed. */
export async function trim(
  deps: Deps,
  write: Write,
  about: { run: RunRow; why: CompactionReason; because: string },
): Promise<void> {
  const { history, place } = await placeNow(deps, write, about)
  if (place)
    await storeCut(deps, write, { run: about.run, history, place, given: { because: about.because } })
}

export const SWITCHED_OFF = 'Summaries are switched off for this session.'
