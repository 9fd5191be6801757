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
