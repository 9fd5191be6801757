import { writeJson } from '@/lib/domain/write-json'

const encoder = new TextEncoder()

type Framed = { id?: string; event: string; data: unknown }

/** One server-sent event. JSON holds no line break, so its data is one line. */
export const frame = (event: Framed): Uint8Array => encode(event, JSON.stringify(event.data))

/** The same of one that may be long: others have their turns meanwhile. */
export const longFrame = async (event: Framed): Promise<Uint8Array> =>
  encode(event, await writeJson(event.data))

const encode = ({ id, event }: Framed, data: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`)

/**
 * What a stream begins with: how soon to come back after a break, and, where the client does not have one,
 * the id to come back with. There is no data in it, so that no event is dispatched.
 */
export const opening = (id?: string): Uint8Array =>
  encoder.encode(`retry: 1000\n${id === undefined ? '' : `id: ${id}\n`}\n`)

export const HEARTBEAT = encoder.encode(': \n\n')
