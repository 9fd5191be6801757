const encoder = new TextEncoder()

/** One server-sent event. JSON holds no line break, so its data is one line. */
export const frame = (event: { id?: string; event: string; data: unknown }): Uint8Array =>
  encoder.encode(
    `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`,
  )

/**
 * What a stream begins with: how soon to come back after a break, and, where the client does not have one,
 * the id to come back with. There is no data in it, so that no event is dispatched.
 */
export const opening = (id?: string): Uint8Array =>
  encoder.encode(`retry: 1000\n${id === undefined ? '' : `id: ${id}\n`}\n`)

export const HEARTBEAT = encoder.encode(': \n\n')
