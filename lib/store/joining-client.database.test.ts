import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@/lib/testing/database'
import { AND_COMMIT, JoiningClient } from './joining-client'

let client: JoiningClient
let other: pg.Client

beforeEach(async () => {
  const { url } = await createTestDatabase()
  client = new JoiningClient({ connectionString: url })
  other = new pg.Client({ connectionString: url })
  await Promise.all([client.connect(), other.connect()])
  onTestFinished(() => Promise.all([client.end(), other.end()]).then(() => undefined))
  await other.query('CREATE TABLE note (text text UNIQUE)')
})

const asks = (text: string): Promise<pg.QueryResult> => client.query({ text, values: [] })
const writes = (note: string): Promise<pg.QueryResult> => asks(`INSERT INTO note VALUES ('${note}')`)
const writesLast = (note: string): Promise<pg.QueryResult> =>
  asks(`INSERT INTO note VALUES ('${note}') ${AND_COMMIT}`)
const notes = async (): Promise<string[]> =>
  (await other.query<{ text: string }>('SELECT text FROM note ORDER BY text')).rows.map(row => row.text)
const transactions = async (): Promise<string> =>
  (await asks('SELECT pg_current_xact_id_if_assigned()::text AS id')).rows[0].id

test('what is asked after BEGIN is one transaction', async () => {
  await asks('BEGIN')
  await writes('a')
  const first = await transactions()
  await writes('b')
  expect(await transactions()).toBe(first)
  expect(await notes()).toEqual([])
  await asks('COMMIT')
  expect(await notes()).toEqual(['a', 'b'])
})

test('what was rolled back is gone', async () => {
  await asks('BEGIN')
  await writes('a')
  await asks('ROLLBACK')
  await writes('b')
  expect(await notes()).toEqual(['b'])
})

test('a marked statement commits, and COMMIT after it tells how that went', async () => {
  await asks('BEGIN')
  await writes('a')
  await writesLast('b')
  expect((await asks('COMMIT')).command).toBe('COMMIT')
  expect(await notes()).toEqual(['a', 'b'])
  await asks('BEGIN')
  await writesLast('c')
  await asks('COMMIT')
  expect(await notes()).toEqual(['a', 'b', 'c'])
})

test('where a marked statement fails nothing is committed, and the connection is as before', async () => {
  await asks('BEGIN')
  await writes('a')
  await expect(writesLast('a')).rejects.toThrow(/duplicate key/)
  await asks('ROLLBACK')
  expect(await notes()).toEqual([])
  await writes('b')
  expect(await notes()).toEqual(['b'])
})

test('after a statement that failed nothing is committed, whatever follows', async () => {
  await asks('BEGIN')
  await writes('a')
  await expect(writes('a')).rejects.toThrow(/duplicate key/)
  await expect(writesLast('b')).rejects.toThrow(/current transaction is aborted/)
  await asks('ROLLBACK')
  expect(await notes()).toEqual([])
})

test('a transaction in which nothing is asked is none', async () => {
  await asks('BEGIN')
  await asks('COMMIT')
  await asks('BEGIN')
  await asks('ROLLBACK')
  await writes('a')
  expect(await notes()).toEqual(['a'])
})

test('a connection that breaks fails both, and is not waited for', async () => {
  client.on('error', () => undefined)
  const { rows } = await asks('SELECT pg_backend_pid() AS pid')
  await asks('BEGIN')
  await writes('a')
  await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
  await expect(writesLast('b')).rejects.toThrow()
  await expect(asks('COMMIT')).rejects.toThrow()
  expect(await notes()).toEqual([])
})
