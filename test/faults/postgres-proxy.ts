import { connect, createServer, type Server, type Socket } from 'node:net'
import * as z from 'zod'
import { splitSql } from './split-sql'
import { rowsOf, type Sent, send, summaryOf, type Transaction, TransactionLog } from './transaction'
import { cstring, MessageReader, readBind, readParse, type WireMessage } from './wire-messages'

/** A durable statement that counted. `number` runs from 1 since counting began. */
export type DurablePoint = Transaction & {
  number: number
  summary: string
  outcome: 'pending' | 'committed' | 'failed' | 'dropped'
}

/**
 * Stops the world at a durable point: `before` it is forwarded, or `after` Postgres is ready again and before
 * the client learns of it. Then the answer goes on, or both ends of the connection are cut.
 */
export type Trap = {
  number: number
  side: 'before' | 'after'
  spring: (point: DurablePoint) => Promise<'forward' | 'drop'>
}

export type PostgresProxy = {
  port: number
  /** The same database through the proxy. */
  through: (databaseUrl: string) => string
  /** Forgets what was counted and begins at 1 again. */
  startCounting: () => void
  points: () => readonly DurablePoint[]
  set: (trap: Trap | null) => void
  cutAll: () => void
  close: () => Promise<void>
}

/**
 * Listens on loopback and speaks for the Postgres at `databaseUrl`. It reads the frontend's messages well
 * enough to know what becomes durable when, hands one batch on at a time, and counts those transactions of
 * which `counts` says so. TLS is refused to clients: connect with sslmode=disable.
 */
export async function startPostgresProxy(options: {
  databaseUrl: string
  counts: (transaction: Transaction) => boolean
}): Promise<PostgresProxy> {
  const { hostname, port: targetPort } = new URL(options.databaseUrl)
  const counter = new Counter(options.counts)
  const links = new Set<Link>()
  const server = createServer({ noDelay: true }, client => {
    const upstream = connect({ host: hostname, port: Number(targetPort || 5432), noDelay: true })
    const link = new Link(client, upstream, counter)
    links.add(link)
    client.on('close', () => links.delete(link))
  })
  const port = await listen(server)
  const cutAll = () => {
    for (const link of links) link.cut()
  }
  return {
    port,
    through: databaseUrl => through(databaseUrl, port),
    startCounting: () => counter.restart(),
    points: () => counter.points,
    set: trap => {
      counter.trap = trap
    },
    cutAll,
    close: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      cutAll()
      await closed
    },
  }
}

function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.set('sslmode', 'disable')
  return url.toString()
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return z.object({ port: z.int() }).parse(server.address()).port
}

/** Numbers the durable points of all connections in the order in which they are forwarded. */
class Counter {
  points: DurablePoint[] = []
  trap: Trap | null = null

  constructor(private readonly counts: (transaction: Transaction) => boolean) {}

  restart(): void {
    this.points = []
  }

  take(transaction: Transaction | null): DurablePoint | null {
    if (!transaction || !this.counts(transaction)) return null
    const number = this.points.length + 1
    const point = { ...transaction, number, summary: summaryOf(transaction), outcome: 'pending' as const }
    this.points.push(point)
    return point
  }

  trapAt(point: DurablePoint, side: Trap['side']): Trap | null {
    return this.trap?.number === point.number && this.trap.side === side ? this.trap : null
  }
}

/** What was sent up to a Sync, or one simple query: forwarded as one, answered by one ReadyForQuery. */
type Batch = { bytes: Buffer[]; statements: Sent[] }

/** In flight: its statements still to be tagged; where its answer is held back, what has arrived of it. */
type Flight = { untagged: Sent[]; point: DurablePoint | null; held: Buffer[] | null; failed: boolean }

const CODES = { ssl: 80877103, gss: 80877104 }

/** One client and its connection to Postgres. */
class Link {
  private readonly log = new TransactionLog()
  private readonly statements = new Map<string, string>()
  private readonly portals = new Map<string, Sent[]>()
  private readonly queue: Batch[] = []
  private next: Batch = { bytes: [], statements: [] }
  /** The server's first ReadyForQuery ends the startup. */
  private flight: Flight | null = { untagged: [], point: null, held: null, failed: false }

  constructor(
    private readonly client: Socket,
    private readonly upstream: Socket,
    private readonly counter: Counter,
  ) {
    const fromClient = new MessageReader(true)
    const fromServer = new MessageReader(false)
    client.on('data', chunk => {
      for (const message of fromClient.read(chunk)) this.fromClient(message, fromClient)
    })
    upstream.on('data', chunk => {
      for (const message of fromServer.read(chunk)) this.fromServer(message)
    })
    for (const socket of [client, upstream]) {
      // A reset is an end like any other; 'close' follows it.
      socket.on('error', () => undefined)
      socket.on('close', () => this.cut())
    }
  }

  cut(): void {
    this.client.destroy()
    this.upstream.destroy()
  }

  private fromClient(message: WireMessage, reader: MessageReader): void {
    switch (message.type) {
      case '':
        this.startUp(message, reader)
        return
      case 'P': {
        const { name, sql } = readParse(message.body)
        this.statements.set(name, sql)
        break
      }
      case 'B': {
        const { portal, statement, parameters } = readBind(message.body)
        const texts = splitSql(this.statements.get(statement) ?? '')
        this.portals.set(
          portal,
          texts.map(sql => send(sql, parameters)),
        )
        break
      }
      case 'E':
        this.next.statements.push(...(this.portals.get(cstring(message.body).text) ?? []))
        break
      case 'Q':
        this.next.statements.push(...splitSql(cstring(message.body).text).map(sql => send(sql)))
        break
      case 'p':
      case 'd':
      case 'c':
      case 'f':
        // Passwords, and rows of a COPY that is in flight.
        this.upstream.write(message.bytes)
        return
    }
    this.next.bytes.push(message.bytes)
    if ('SQXF'.includes(message.type)) this.endBatch()
    else if (message.type === 'H') this.upstream.write(Buffer.concat(this.next.bytes.splice(0)))
  }

  private startUp(message: WireMessage, reader: MessageReader): void {
    const code = message.body.readInt32BE(0)
    if (code === CODES.ssl || code === CODES.gss) {
      this.client.write('N')
      return
    }
    reader.startup = false
    this.upstream.write(message.bytes)
  }

  private endBatch(): void {
    this.queue.push(this.next)
    this.next = { bytes: [], statements: [] }
    void this.pump()
  }

  private async pump(): Promise<void> {
    const batch = this.flight ? undefined : this.queue.shift()
    if (!batch) return
    const point = this.counter.take(this.log.commitsWith(batch.statements))
    const held = point && this.counter.trapAt(point, 'after') ? [] : null
    this.flight = { untagged: [...batch.statements], point, held, failed: false }
    const trap = point && this.counter.trapAt(point, 'before')
    if (point && trap && (await trap.spring(point)) === 'drop') {
      point.outcome = 'dropped'
      return this.cut()
    }
    this.upstream.write(Buffer.concat(batch.bytes))
  }

  private fromServer(message: WireMessage): void {
    const flight = this.flight
    if (flight && message.type === 'C') tag(flight, cstring(message.body).text)
    if (flight && message.type === 'E') fail(flight)
    if (flight?.held) flight.held.push(message.bytes)
    else this.client.write(message.bytes)
    if (flight && message.type === 'Z') void this.land(flight, message.body.toString('latin1'))
  }

  private async land(flight: Flight, status: string): Promise<void> {
    this.log.ready(z.enum(['I', 'T', 'E']).parse(status))
    const { point, held } = flight
    if (point && !flight.failed) point.outcome = 'committed'
    const trap = point && held && !flight.failed ? this.counter.trapAt(point, 'after') : null
    if (point && trap && (await trap.spring(point)) === 'drop') return this.cut()
    if (held) this.client.write(Buffer.concat(held))
    this.flight = null
    await this.pump()
  }
}

function fail(flight: Flight): void {
  flight.failed = true
  if (flight.point) flight.point.outcome = 'failed'
}

/** Command tags come in the order of the statements; that of a WITH says nothing about its parts. */
function tag(flight: Flight, text: string): void {
  const statement = flight.untagged.shift()
  const rows = rowsOf(text)
  if (statement && rows !== undefined && !/^with\b/i.test(statement.sql)) statement.rows = rows
}
