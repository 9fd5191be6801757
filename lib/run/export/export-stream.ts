import type { Tx } from '@/lib/store/connection/database'
import { inSnapshot } from '@/lib/store/connection/snapshot'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'
import { streamed } from './streamed'
import { takeTurn } from './take-turn'

/** How long the rows of one moment are held for somebody who reads slowly. */
const LONGEST_MS = 10 * 60_000

/** A file that is made while it is read, out of the rows of one moment. `subject` names it in the log. */
export function exportStream(
  deps: Pick<Deps, 'db' | 'log'>,
  subject: Record<string, unknown>,
  parts: (tx: Tx) => AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const { stream, ended } = streamed(async write => {
    const leave = await takeTurn()
    try {
      await inSnapshot(
        deps.db,
        async tx => {
          for await (const text of parts(tx)) await write(text)
        },
        { timeout: LONGEST_MS },
      )
    } finally {
      leave()
    }
  })
  ended.catch(error => deps.log('error', 'An export failed', { ...subject, ...errorFields(error) }))
  return stream
}
