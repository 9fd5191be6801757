import pg from 'pg'

type Options = {
  url: string
  /** Names the connection to Postgres, and in the log. */
  name: string
  /** Does what each new connection begins with. */
  begin: (client: pg.Client) => Promise<unknown>
  /** Called when a lost connection is opened again. */
  onReconnect?: () => void
  connectMs?: number
  log: (message: string, error: unknown) => void
}

/** `client`: null while the connection is broken. */
type ReconnectingClient = { client: () => pg.Client | null; close: () => Promise<void> }

/** A connection of its own beside the pool, opened again whenever it breaks. */
export async function openReconnectingClient(options: Options): Promise<ReconnectingClient> {
  const { url, name, begin, onReconnect, connectMs, log } = options
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const open = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: `countersign ${name}`,
      connectionTimeoutMillis: connectMs,
    })
    fresh.on('error', error => lost(fresh, error))
    fresh.on('end', () => lost(fresh, new Error('The connection ended.')))
    await fresh.connect()
    await begin(fresh)
    client = fresh
  }
  const reopen = (): void => {
    open().then(onReconnect, error => {
      log(`The ${name} cannot connect`, error)
      if (!closed) retry = setTimeout(reopen, 500)
    })
  }
  const lost = (broken: pg.Client, error: unknown): void => {
    if (client !== broken || closed) return
    client = null
    log(`The ${name} lost its connection`, error)
    retry = setTimeout(reopen, 250)
  }
  await open()
  return {
    client: () => client,
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
