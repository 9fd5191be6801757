import type { RunRow } from '@/lib/domain/run'
import type { Tx } from '@/lib/store/database'
import { contextWindowSet } from '@/lib/store/model-setting'
import type { SessionRow } from '@/lib/store/session'
import type { Deps } from './deps'

/** How many tokens the model of a Run reads, as a person set it or as it is known; undefined where nobody knows. */
export async function windowOf(
  deps: Pick<Deps, 'models'>,
  tx: Tx,
  about: { run: Pick<RunRow, 'overrides'> | undefined; session: Pick<SessionRow, 'model'> },
): Promise<number | undefined> {
  const id = about.run?.overrides.model ?? about.session.model
  const set = await contextWindowSet(tx, id)
  return set ?? deps.models.list().find(info => info.id === id)?.contextWindow
}
