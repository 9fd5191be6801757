import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../database/database'
import { type PostgresProxy, startPostgresProxy, type Trap } from './postgres-proxy'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: PostgresProxy
let direct: Client
const clients: Client[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  direct = await open(database.adminUrl)
})
afterAll(async () => {
  await direct.end()
  await database.drop()
})

beforeEach(async () => {
  await direct.query(
    'DROP TABLE IF EXISTS note; CREATE TABLE note (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)',
  )
  proxy = await startPostgresProxy({ databaseUrl: database.adminUrl, counts: () => true })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.end()))
  await proxy.close()
})

async function open(url: string, options: { pipeline?: boolean } = {}): Promise<Client> {
  const client = new Client({ connectionString: url, ...options })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function through(options: { pipeline?: boolean } = {}): Promise<Client> {
  const client = await open(proxy.through(database.adminUrl), options)
  clients.push(client)
  return client
}

const notes = async () =>
  (await direct.query('SELECT text FROM note ORDER BY text')).rows.map(row => row.text)
const summaries = () =>
  proxy.points().map(({ number, summary, outcome }) => `${number} ${summary}: ${outcome}`)

const put = (client: Client, text: string) => client.query('INSERT INTO note VALUES ($1)', [text])

/** Springs once at the given point; resolves when it is there, and does what the test then says. */
function trapAt(number: number, side: Trap['side']) {
  const reached = Promise.withResolvers<void>()
  const verdict = Promise.withResolvers<'forward' | 'drop'>()
  proxy.set({
    number,
    side,
    spring: () => {
      reached.resolve()
      return verdict.promise
    },
  })
  return { reached: reached.promise, go: verdict.resolve }
}

test('counts autocommitted writes and the commits of transactions that wrote, and nothing else', async () => {
  const client = await through()
  await put(client, 'a')
  await client.query('BEGIN')
  await put(client, 'b')
  await client.query({ name: 'put', text: 'INSERT INTO note VALUES ($1)', values: ['c'] })
  await client.query('COMMIT')
  await client.query('BEGIN')
  await client.query('SELECT * FROM note FOR UPDATE')
  await client.query("UPDATE note SET text = 'z' WHERE text = 'none'")
  await client.query('COMMIT')
  await client.query('BEGIN')
  await put(client, 'd')
  await client.query('ROLLBACK')
  await client.query("BEGIN; DELETE FROM note WHERE text = 'a'; COMMIT")
  expect(summaries()).toEqual([
    '1 insert note: committed',
    '2 insert note ×2: committed',
    '3 delete note: committed',
  ])
  expect(proxy.points()[1]?.writes.map(write => write.parameters)).toEqual([['b'], ['c']])
})

test('a commit that Postgres refuses is marked as failed', async () => {
  const client = await through()
  await put(client, 'a')
  await client.query('BEGIN')
  await put(client, 'a')
  await expect(client.query('COMMIT')).rejects.toThrow(/duplicate key/)
  expect(summaries()).toEqual(['1 insert note: committed', '2 insert note: failed'])
})

test('counts what the predicate says, and begins again at 1', async () => {
  await proxy.close()
  proxy = await startPostgresProxy({
    databaseUrl: database.adminUrl,
    counts: ({ writes }) => writes.some(write => write.parameters.includes('yes')),
  })
  const client = await through()
  await put(client, 'no')
  await put(client, 'yes')
  expect(summaries()).toEqual(['1 insert note: committed'])
  proxy.startCounting()
  expect(summaries()).toEqual([])
})

test('before: held until the hook has spoken, then forwarded', async () => {
  const client = await through()
  const trap = trapAt(1, 'before')
  const done = put(client, 'a')
  await trap.reached
  expect(await notes()).toEqual([])
  trap.go('forward')
  await done
  expect(await notes()).toEqual(['a'])
})

test('before: dropped, the transaction never happened and the client is cut off', async () => {
  const client = await through()
  await client.query('BEGIN')
  await put(client, 'a')
  const trap = trapAt(1, 'before')
  const done = client.query('COMMIT')
  await trap.reached
  trap.go('drop')
  await expect(done).rejects.toThrow()
  expect(await notes()).toEqual([])
  expect(summaries()).toEqual(['1 insert note: dropped'])
  await put(await through(), 'a')
  expect(await notes()).toEqual(['a'])
})

test('after: it has happened, and the client does not know it yet', async () => {
  const client = await through()
  await put(client, 'a')
  const trap = trapAt(2, 'after')
  const done = put(client, 'b')
  let answered = false
  const settled = done.then(() => {
    answered = true
  })
  await trap.reached
  expect(await notes()).toEqual(['a', 'b'])
  expect(answered).toBe(false)
  trap.go('forward')
  await settled
})

test('after: dropped, it has happened and the client never learns of it', async () => {
  const client = await through()
  const trap = trapAt(1, 'after')
  const done = put(client, 'a')
  await trap.reached
  trap.go('drop')
  await expect(done).rejects.toThrow()
  expect(await notes()).toEqual(['a'])
})

test('other connections go on while one is held', async () => {
  const [held, other] = [await through(), await through()]
  const trap = trapAt(1, 'before')
  const done = put(held, 'a')
  await trap.reached
  await put(other, 'b')
  expect(await notes()).toEqual(['b'])
  trap.go('forward')
  await done
  expect(summaries()).toEqual(['1 insert note: committed', '2 insert note: committed'])
})

test('pipelined batches are counted and held one by one', async () => {
  const client = await through({ pipeline: true })
  const trap = trapAt(2, 'before')
  const done = Promise.all(['a', 'b', 'c'].map(text => put(client, text)))
  await trap.reached
  expect(await notes()).toEqual(['a'])
  trap.go('forward')
  await done
  expect(await notes()).toEqual(['a', 'b', 'c'])
  expect(proxy.points()).toHaveLength(3)
})

test('a client that goes away takes its connection to Postgres and its locks with it', async () => {
  const client = await through()
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_lock(1), pg_backend_pid()')
  proxy.cutAll()
  await direct.query('SELECT pg_advisory_lock(1)')
  await direct.query('SELECT pg_advisory_unlock(1)')
})
