/** A message of the Postgres protocol, version 3. `type` is '' for the untyped first message of a client. */
export type WireMessage = { type: string; body: Buffer; bytes: Buffer }

/** Cuts a stream of bytes into messages, wherever the network has cut it. */
export class MessageReader {
  private rest: Buffer = Buffer.alloc(0)

  /** `startup`: the client's first messages have no type. */
  constructor(public startup: boolean) {}

  /** Yields one message at a time, so that the reader of the first ones can end the startup. */
  *read(chunk: Buffer): Generator<WireMessage> {
    this.rest = this.rest.length ? Buffer.concat([this.rest, chunk]) : chunk
    for (;;) {
      const head = this.startup ? 0 : 1
      if (this.rest.length < head + 4) return
      const end = head + this.rest.readInt32BE(head)
      if (this.rest.length < end) return
      const bytes = this.rest.subarray(0, end)
      this.rest = this.rest.subarray(end)
      const type = head ? String.fromCharCode(bytes[0] ?? 0) : ''
      yield { type, body: bytes.subarray(head + 4), bytes }
    }
  }
}

/** The text up to the NUL at or after `from`, and where the next field begins. */
export function cstring(body: Buffer, from = 0): { text: string; next: number } {
  const end = body.indexOf(0, from)
  return { text: body.toString('utf8', from, end), next: end + 1 }
}

/** Parse: the name of the prepared statement and its SQL. */
export function readParse(body: Buffer): { name: string; sql: string } {
  const { text: name, next } = cstring(body)
  return { name, sql: cstring(body, next).text }
}

/** Bind: which portal is made of which statement, and the parameters; binary ones in hex, NULL as ''. */
export function readBind(body: Buffer): { portal: string; statement: string; parameters: string[] } {
  const { text: portal, next } = cstring(body)
  const { text: statement, next: at } = cstring(body, next)
  const formats = Array.from({ length: body.readInt16BE(at) }, (_, n) => body.readInt16BE(at + 2 + 2 * n))
  let cursor = at + 2 + 2 * formats.length
  const count = body.readInt16BE(cursor)
  cursor += 2
  const parameters = Array.from({ length: count }, (_, n) => {
    const length = body.readInt32BE(cursor)
    const from = cursor + 4
    cursor = from + Math.max(length, 0)
    const format = formats.length === 1 ? formats[0] : formats[n]
    return body.toString(format === 1 ? 'hex' : 'utf8', from, cursor)
  })
  return { portal, statement, parameters }
}
