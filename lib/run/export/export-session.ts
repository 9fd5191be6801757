import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { ExportFormat } from '@/lib/domain/session/export-format'
import { findSession } from '@/lib/store/session/session'
import type { TableLanguage } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { type Exporting, exportStream, headOf } from './export-stream'
import { jsonExport } from './json-export'
import { markdownExport } from './markdown-export'
import { chainLines } from './signed-head'

/** The record of a session: a link a line, then the head that was signed over all of them. */
const jsonlExport = ({ deps, tx, row }: Exporting): AsyncGenerator<string> =>
  chainLines(deps, tx, headOf(row))

const WRITERS = { md: markdownExport, json: jsonExport, jsonl: jsonlExport } satisfies Record<
  ExportFormat,
  (exporting: Exporting) => AsyncGenerator<string>
>

/** A whole session, at one moment, as a file that is made while it is read. */
export async function exportSession(
  deps: Deps,
  { sessionId, format, language }: { sessionId: string; format: ExportFormat; language: TableLanguage },
): Promise<{ title: string; body: ReadableStream<Uint8Array> } | Refusal> {
  const session = await findSession(deps.db, { id: sessionId })
  if (!session) return refuse('not_found', { code: 'problem.noSession' })
  const body = exportStream(deps, { sessionId }, async function* (tx) {
    const row = await findSession(tx, { id: sessionId })
    if (!row) throw new Error('The session was deleted before it could be exported.')
    yield* WRITERS[format]({ deps, tx, row, language })
  })
  return { title: session.title, body }
}
