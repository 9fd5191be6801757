import type { TableLanguage } from '@/lib/messages/phrase'
import { inSnapshot, type Tx } from '@/lib/store/connection/database'
import type { SessionRow } from '@/lib/store/session/session'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'

/** How long the rows of one moment are held for somebody who reads slowly. */
const LONGEST_MS = 10 * 60_000

/** A file that is made while it is read, out of the rows of one moment. `subject` names it in the log. */
export function exportStream(
  deps: Pick<Deps, 'db' | 'log'>,
  subject: Record<string, unknown>,
  parts: (tx: Tx) => AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const { stream, ended } = streamed(async write => {
    const writeAll = async (tx: Tx): Promise<void> => {
      for await (const text of parts(tx)) await write(text)
    }
    await inTurn(() => inSnapshot(deps.db, writeAll, { timeout: LONGEST_MS }))
  })
  ended.catch(error => deps.log('error', 'An export failed', { ...subject, ...errorFields(error) }))
  return stream
}

/** What an export is made of: the rows of one moment, read a page at a time. */
export type Exporting = { deps: Deps; tx: Tx; row: SessionRow; language: TableLanguage }

/** Each export holds a connection as long as somebody reads it: so many at a time leave enough for the rest. */
const AT_A_TIME = 2

let free = AT_A_TIME
const queue: (() => void)[] = []

/** Does the work when its turn has come. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else await new Promise<void>(resolve => queue.push(resolve))
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
}

const PATIENCE_MS = 60_000

type Write = (text: string) => Promise<void>

/**
 * A stream of what is written, no faster than it is read. Where the writing fails the stream fails, so that half
 * a file is never taken for a whole one; whoever stops reading, or reads nothing for long, ends the writing.
 */
export function streamed(work: (write: Write) => Promise<void>): {
  stream: ReadableStream<Uint8Array>
  /** Rejects with what the writing failed with, other than that nobody reads any more. */
  ended: Promise<void>
} {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  let isLeft = false
  void writer.closed.catch(() => {
    isLeft = true
  })
  const write: Write = async text => {
    const late = setTimeout(() => void writer.abort(new Error('Nobody reads it.')), PATIENCE_MS)
    try {
      await writer.write(encoder.encode(text))
    } catch (error) {
      isLeft = true
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  const ended = work(write)
    .then(() => writer.close())
    .catch(async error => {
      const wasLeft = isLeft
      await writer.abort(error).catch(() => undefined)
      if (!wasLeft) throw error
    })
  return { stream: readable, ended }
}
