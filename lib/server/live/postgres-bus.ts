import pg from 'pg'
import * as z from 'zod'
import { type Bus, BusMessage, createLocalBus } from '@/lib/agent/process/bus'
import { createNotifyBatch } from './notify-batch'

const CHANNEL = 'countersign'
const Payload = z.object({ origin: z.string(), notes: z.array(z.unknown()) })

type Options = {
  url: string
  /** Names this process, so that it does not hear itself. */
  origin: string
  log: (message: string, error: unknown) => void
}

/** The bus of an installation: one connection a process, made anew when it breaks. */
export async function openPostgresBus(options: Options): Promise<Bus> {
  const local = createLocalBus(error => options.log('A listener failed', error))
  const line = createLine(options, {
    onMessage: text => {
      // Most of what a process hears it has said itself.
      if (text.startsWith(`{"origin":${JSON.stringify(options.origin)},`)) return
      const payload = readPayload(text)
      if (!payload) return options.log('A note that cannot be read', text.slice(0, 200))
      for (const note of payload) local.tell(note)
    },
    again: local.gap,
  })
  const notifyBatch = createNotifyBatch({ origin: options.origin, send: line.send })
  await line.open()
  return {
    ...local,
    publish: (note, facts) => {
      local.tell(note, facts)
      notifyBatch.add(note)
    },
    close: async () => {
      notifyBatch.close()
      await local.close()
      await line.close()
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

/** One connection that listens and notifies. While it is broken, notes are dropped: rows hold the facts. */
function createLine(options: Options, on: { onMessage: (text: string) => void; again: () => void }) {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'countersign bus',
    })
    fresh.on('notification', message => on.onMessage(message.payload ?? ''))
    fresh.on('error', error => lost(fresh, error))
    fresh.on('end', () => lost(fresh, null))
    await fresh.connect()
    await fresh.query(`LISTEN ${CHANNEL}`)
    client = fresh
  }
  const reopen = (): void => {
    open().then(on.again, error => {
      options.log('The bus cannot connect', error)
      if (!closed) retry = setTimeout(reopen, 500)
    })
  }
  const lost = (broken: pg.Client, error: unknown): void => {
    if (client !== broken || closed) return
    client = null
    options.log('The bus lost its connection', error)
    retry = setTimeout(reopen, 250)
  }
  const queue = oneAtATime(async payloads => {
    await client
      ?.query({ ...NOTIFY, values: [CHANNEL, JSON.stringify(payloads)] })
      .catch(error => options.log('A note was not sent', error))
  })
  return {
    open,
    send: queue.add,
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(retry)
      await queue.empty()
      await client?.end()
    },
  }
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
