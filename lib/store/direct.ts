import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Prisma, type PrismaClient } from './generated/client'
import type { JoiningClient } from './joining-client'

type Tx = Prisma.TransactionClient

/** What is asked in SQL. */
type Raw = Pick<Tx, '$queryRaw' | '$queryRawUnsafe' | '$executeRaw' | '$executeRawUnsafe'>
type Body<T> = (tx: Tx) => Promise<T>

/** What becomes of a connection, whoever asks something of it is told. */
const ignore = (): void => undefined

/** A connection that another is to go on with, once. */
type Lent = { client: pg.PoolClient; isTaken: boolean }
const lending = new AsyncLocalStorage<Lent>()

/** Connections, of which one that is lent goes to whoever comes next on behalf of who lent it. */
export class LendingPool extends pg.Pool {
  override connect(...given: unknown[]): never {
    const lent = given.length === 0 ? lending.getStore() : undefined
    if (!lent || lent.isTaken) return Reflect.apply(super.connect, this, given) as never
    lent.isTaken = true
    return Promise.resolve(lent.client) as never
  }
}

/** `patienceMs`: a transaction that is not over by then is given up, with its connection. */
export type Direct = {
  pool: pg.Pool
  prisma: PrismaClient
  nameOf: (sql: string) => string
  patienceMs: number
}

/**
 * The client of Prisma, except that SQL goes to the driver without the detour through it, which costs more than
 * the statement. Transactions are begun here too; one that asks a table goes on in Prisma, on the same connection.
 */
export function direct(opened: Direct): PrismaClient {
  const { pool, prisma, nameOf } = opened
  pool.on('error', ignore)
  pool.on('connect', client => client.on('error', ignore))
  const own: Partial<Record<string | symbol, unknown>> = {
    ...rawOf(pool, nameOf),
    $transaction: <T>(body: Body<T>, options?: object) =>
      options ? prisma.$transaction(body, options) : transaction(opened, body),
    $disconnect: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
  return new Proxy(prisma, { get: (client, name) => own[name] ?? Reflect.get(client, name) })
}

type Asking = { query: (config: pg.QueryConfig) => Promise<pg.QueryResult> }
type Template = TemplateStringsArray | Prisma.Sql

function rawOf(asking: Asking, nameOf: Direct['nameOf']): Raw {
  const ask = (text: string, values: unknown[]): Promise<pg.QueryResult> =>
    asking.query({ name: nameOf(text), text, values, types: TYPES })
  const asked = (template: Template, values: unknown[]): Promise<pg.QueryResult> => {
    const sql = 'text' in template ? template : Prisma.sql(template, ...values)
    return ask(sql.text, sql.values)
  }
  const raw = {
    $queryRaw: async (template: Template, ...values: unknown[]) => (await asked(template, values)).rows,
    $queryRawUnsafe: async (text: string, ...values: unknown[]) => (await ask(text, values)).rows,
    $executeRaw: async (template: Template, ...values: unknown[]) => (await asked(template, values)).rowCount,
    $executeRawUnsafe: async (text: string, ...values: unknown[]) => (await ask(text, values)).rowCount,
  }
  return raw as unknown as Raw
}

const INT8S = 1016

/** As Prisma reads them. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [INT8S, text => (text.match(/-?\d+/g) ?? []).map(BigInt)],
  [pg.types.builtins.BYTEA, text => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'))],
])
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

async function transaction<T>({ pool, prisma, nameOf, patienceMs }: Direct, body: Body<T>): Promise<T> {
  const client = (await pool.connect()) as pg.PoolClient & JoiningClient
  const inPrisma = new InPrisma(prisma, client)
  const patience = setTimeout(() => client.cut(), patienceMs)
  const end = async (how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    clearTimeout(patience)
    await ((await inPrisma.isBegun()) ? inPrisma.end(how) : endHere(client, how))
  }
  let answer: T
  try {
    await client.query({ text: 'BEGIN' })
    answer = await body(txOf(rawOf(client, nameOf), inPrisma))
  } catch (error) {
    await end('ROLLBACK')
    throw error
  }
  await end('COMMIT')
  return answer
}

/** A connection that was lost is lost with its transaction. */
async function endHere(client: pg.PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await client.query({ text: how })
    client.release()
  } catch (error) {
    client.release(true)
    if (how === 'COMMIT') throw error
  }
}

const TABLES = new Set<string | symbol>(
  Object.values(Prisma.ModelName).map(name => name.charAt(0).toLowerCase() + name.slice(1)),
)

const txOf = (raw: Raw, inPrisma: InPrisma): Tx =>
  new Proxy(raw, {
    get: (own, name) => (TABLES.has(name) ? tableOf(name, inPrisma) : Reflect.get(own, name)),
  }) as Tx

const tableOf = (name: string | symbol, inPrisma: InPrisma): object =>
  new Proxy(
    {},
    {
      get:
        (_, method) =>
        async (...given: unknown[]): Promise<unknown> => {
          const table: object = Reflect.get(await inPrisma.tx(), name)
          return Reflect.apply(Reflect.get(table, method), table, given)
        },
    },
  )

/** It is for who lent the connection to give it up. */
const NEVER_MS = 2 ** 31 - 1

/** The rest of a transaction, where a table is asked in it: the connection is lent to Prisma, which ends it. */
class InPrisma {
  #begun: Promise<Tx> | null = null
  #over: Promise<void> = Promise.resolve()
  readonly #ended = Promise.withResolvers<void>()
  readonly #prisma: PrismaClient
  readonly #lent: Lent

  constructor(prisma: PrismaClient, client: pg.PoolClient) {
    this.#prisma = prisma
    this.#lent = { client, isTaken: false }
    this.#ended.promise.catch(ignore)
  }

  /** Then it is not for us to end it. What is just about to begin has begun, or has failed to, before this answers. */
  async isBegun(): Promise<boolean> {
    await this.#begun?.catch(ignore)
    return this.#lent.isTaken
  }

  tx(): Promise<Tx> {
    this.#begun ??= new Promise((resolve, reject) => {
      const body = (tx: Tx): Promise<void> => {
        resolve(tx)
        return this.#ended.promise
      }
      const begin = () => this.#prisma.$transaction(body, { timeout: NEVER_MS })
      this.#over = lending.run(this.#lent, begin)
      this.#over.catch(reject)
    })
    return this.#begun
  }

  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (how === 'COMMIT') this.#ended.resolve()
    else this.#ended.reject(new Error('Rolled back.'))
    await this.#over.catch(error => {
      if (how === 'COMMIT') throw error
    })
  }
}
