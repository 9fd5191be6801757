import { toInstant } from '@/lib/domain/instant'
import { exportedLinks } from '@/lib/store/export'
import type { Exporting } from './exporting'
import { signedHead } from './signed-head'

/** The record of a session: a link a line, then the head that was signed over all of them. */
export async function* jsonlExport(exporting: Exporting): AsyncGenerator<string> {
  const { tx, row } = exporting
  for await (const { at, ...link } of exportedLinks(tx, row.id))
    yield `${JSON.stringify({ chain: row.id, ...link, at: toInstant(at) })}\n`
  yield `${JSON.stringify(signedHead(exporting))}\n`
}
