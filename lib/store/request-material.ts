import * as z from 'zod'
import { BLOBS_OF, BlobsColumn } from './blob'
import { HISTORY_OF, HistoryColumn } from './compaction'
import type { Tx } from './database'
import { MindColumns, PLAN_OF, STATE_OF, toMind } from './mind'
import { SETTING_OF, SettingColumn } from './model-setting'

const Row = z.object({
  ...MindColumns,
  history: HistoryColumn,
  setting: SettingColumn,
  texts: BlobsColumn,
})

/** All that is stored of what a Request says, in one statement. `hashes`: of the texts that its Run is told. */
export async function requestMaterial(
  tx: Tx,
  { sessionId, model, hashes }: { sessionId: string; model: string; hashes: string[] },
) {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${PLAN_OF(sessionId)} AS plan, ${STATE_OF(sessionId)} AS state, ${HISTORY_OF(sessionId)} AS history,
      ${SETTING_OF(model)} AS setting, ${BLOBS_OF(sessionId, hashes)} AS texts`
  const { plan, state, ...read } = Row.parse(rows[0])
  return { ...read, mind: await toMind(tx, sessionId, { plan, state }) }
}
