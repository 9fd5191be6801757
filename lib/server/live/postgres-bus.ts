import * as z from 'zod'
import { type Bus, BusMessage, createLocalBus } from '@/lib/agent/process/bus'
import { openReconnectingClient } from '@/lib/store/connection/reconnecting-client'
import { createNotifyBatch } from './notify-batch'

const CHANNEL = 'countersign'
const Payload = z.object({ origin: z.string(), notes: z.array(z.unknown()) })

type Options = {
  url: string
  /** Names this process, so that it does not hear itself. */
  origin: string
  log: (message: string, error: unknown) => void
}

/** The bus of an installation: one connection a process, opened again when it breaks. */
export async function openPostgresBus(options: Options): Promise<Bus> {
  const local = createLocalBus(error => options.log('A listener failed', error))
  const receive = (text = ''): void => {
    // Most of what a process hears it has said itself.
    if (text.startsWith(`{"origin":${JSON.stringify(options.origin)},`)) return
    const payload = readPayload(text)
    if (payload) for (const note of payload) local.tell(note, [], false)
    else options.log('A note that cannot be read', text.slice(0, 200))
  }
  const connection = await openReconnectingClient({
    url: options.url,
    name: 'bus',
    begin: client => {
      client.on('notification', message => receive(message.payload))
      return client.query(`LISTEN ${CHANNEL}`)
    },
    onReconnect: local.gap,
    log: options.log,
  })
  // While the connection is broken, notes are dropped: rows hold the facts.
  const queue = oneAtATime(async payloads => {
    await connection
      .client()
      ?.query({ ...NOTIFY, values: [CHANNEL, JSON.stringify(payloads)] })
      .catch(error => options.log('A note was not sent', error))
  })
  const notifyBatch = createNotifyBatch({ origin: options.origin, send: queue.add })
  return {
    ...local,
    publish: (note, facts) => {
      local.tell(note, facts)
      notifyBatch.add(note)
    },
    close: async () => {
      notifyBatch.close()
      await local.close()
      await queue.empty()
      await connection.close()
    },
  }
}

/** Newer processes have kinds of notes that this one does not know: it can do without them, and hears the others. */
function readPayload(text: string): BusMessage[] | null {
  try {
    const { notes } = Payload.parse(JSON.parse(text))
    return notes.flatMap(note => BusMessage.safeParse(note).data ?? [])
  } catch {
    return null
  }
}

const NOTIFY = {
  name: 'countersign_notify',
  text: 'SELECT pg_notify($1, payload) FROM json_array_elements_text($2::json) AS payload',
}

/** A connection takes one statement at a time: what comes meanwhile goes together with the next. */
function oneAtATime(send: (payloads: string[]) => Promise<void>) {
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const payloads = waiting
      waiting = []
      await send(payloads)
    }
    sending = null
  }
  return {
    add: (payloads: string[]): void => {
      waiting.push(...payloads)
      if (waiting.length > 0) sending ??= sendAll()
    },
    empty: async (): Promise<void> => {
      await sending
    },
  }
}
