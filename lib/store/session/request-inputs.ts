import * as z from 'zod'
import { BLOBS_OF, BlobsColumn } from '../call/blob'
import { SETTING_OF, SettingColumn } from '../connection/model-setting'
import type { Sql } from '../connection/sql'
import { HISTORY_OF, HistoryColumn } from './compaction'

const Row = z.object({
  history: HistoryColumn,
  setting: SettingColumn,
  texts: BlobsColumn,
})

/** All that is stored of what a Request says, in one statement. `hashes`: of the texts that its Run is told. */
export async function requestMaterial(
  sql: Sql,
  { sessionId, model, hashes }: { sessionId: string; model: string; hashes: string[] },
) {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${HISTORY_OF(sessionId)} AS history, ${SETTING_OF(model)} AS setting,
      ${BLOBS_OF(sessionId, hashes)} AS texts`
  return Row.parse(rows[0])
}
