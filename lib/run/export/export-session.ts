import type { ExportFormat } from '@/lib/domain/export-format'
import { type Refusal, refuse } from '@/lib/domain/problem'
import { findSession } from '@/lib/store/session'
import { inSnapshot } from '@/lib/store/snapshot'
import type { Deps } from '../deps'
import { errorFields } from '../error-fields'
import type { Exporting } from './exporting'
import { jsonExport } from './json-export'
import { jsonlExport } from './jsonl-export'
import { markdownExport } from './markdown-export'
import { streamed } from './streamed'
import { takeTurn } from './take-turn'

const WRITERS = { md: markdownExport, json: jsonExport, jsonl: jsonlExport } satisfies Record<
  ExportFormat,
  (exporting: Exporting) => AsyncGenerator<string>
>

/** How long the rows of one moment are held for somebody who reads slowly. */
const LONGEST_MS = 10 * 60_000

/** A whole session, at one moment, as a file that is made while it is read. */
export async function exportSession(
  deps: Deps,
  about: { sessionId: string; format: ExportFormat },
): Promise<{ title: string; body: ReadableStream<Uint8Array> } | Refusal> {
  const { sessionId, format } = about
  const session = await findSession(deps.db, { id: sessionId })
  if (!session) return refuse('not_found', 'There is no such session.')
  const { stream, ended } = streamed(async write => {
    const leave = await takeTurn()
    try {
      await inSnapshot(
        deps.db,
        async tx => {
          const row = await findSession(tx, { id: sessionId })
          if (!row) throw new Error('The session was deleted before it could be exported.')
          for await (const text of WRITERS[format]({ deps, tx, row })) await write(text)
        },
        { timeout: LONGEST_MS },
      )
    } finally {
      leave()
    }
  })
  ended.catch(error => deps.log('error', 'An export failed', { sessionId, ...errorFields(error) }))
  return { title: session.title, body: stream }
}
