import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { joinPostgres } from './embedded.mjs'
import { migrate } from './migrate.mjs'
import { query } from './testing/query.mjs'

const SLOW = 60_000
let dataDir
let mine
/** Postgres ends when the last of those that joined it has left. */
const joined = []
const join = async () => {
  mine = await joinPostgres({ root: ROOT, dataDir })
  joined.push(mine)
}
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-roles-'))
  await join()
}, SLOW)
afterAll(async () => {
  for (const { leave } of joined) await leave()
  fs.rmSync(dataDir, { recursive: true, force: true })
}, SLOW)

const named = (url, name) => new URL(`/${name}`, url).href
const passwordFile = () => path.join(mine.home, 'server-password')

/** One role owns all there is, and there is no other. */
async function ownersDatabase(name) {
  const url = named(mine.ownerUrl, name)
  await migrate({ url })
  await query(url, `INSERT INTO "Definition" VALUES ('kept', 'as it was')`)
  return url
}

const start = async name => {
  await join()
  const [url, serverUrl] = [mine.ownerUrl, mine.serverUrl].map(one => named(one, name))
  await migrate({ url, serverUrl })
  return serverUrl
}

/** Who owns what, and may do what; what was written anew counts as another. */
const rights = url =>
  query(
    url,
    `SELECT relname, relowner, relacl::text, xmin::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT nspname, nspowner, nspacl::text, xmin::text FROM pg_namespace
     UNION ALL SELECT proname, proowner, proacl::text, xmin::text FROM pg_proc WHERE prosecdef ORDER BY 1`,
  )

test('where there is no role for servers they get one that owns nothing', {
  timeout: SLOW,
}, async () => {
  const owner = await ownersDatabase('alone')
  await query(owner, 'DROP ROLE countersign_server')
  fs.rmSync(passwordFile())
  const server = await start('alone')
  expect(await query(server, 'SELECT text FROM "Definition"')).toEqual([{ text: 'as it was' }])
  await expect(query(server, `DELETE FROM "Definition"`)).rejects.toThrow('permission denied')
  expect(
    await query(
      server,
      `SELECT DISTINCT tableowner, rolsuper FROM pg_tables JOIN pg_roles ON rolname = current_user
       WHERE schemaname = 'public'`,
    ),
  ).toEqual([{ tableowner: 'countersign', rolsuper: false }])
  await query(server, 'CREATE TABLE pgboss.version (version int)')
  expect(fs.statSync(passwordFile()).mode & 0o777).toBe(0o600)
})

test('where it was cut off it goes on, and where all is as it should be nothing is written', {
  timeout: SLOW,
}, async () => {
  const owner = await ownersDatabase('cut_off')
  const [{ rolpassword }] = await query(owner, "SELECT rolpassword FROM pg_authid WHERE rolname ~ '_server$'")
  await query(owner, 'GRANT ALL ON "Event" TO countersign_server')
  const server = await start('cut_off')
  await expect(query(server, `DELETE FROM "Event"`)).rejects.toThrow('permission denied')
  await query(server, 'CREATE TABLE pgboss.version (version int)')
  const before = await rights(owner)
  await start('cut_off')
  expect(await rights(owner)).toEqual(before)
  expect(await query(owner, "SELECT rolpassword FROM pg_authid WHERE rolname ~ '_server$'")).toEqual([
    { rolpassword },
  ])
})

test('a server without the owner’s address starts on a database that is up to date, and on no other', {
  timeout: SLOW,
}, async () => {
  await query(named(mine.ownerUrl, 'postgres'), 'CREATE DATABASE up_to_date')
  await expect(migrate({ url: named(mine.serverUrl, 'up_to_date') })).rejects.toThrow(
    /^The database "up_to_date" has no tables yet, and countersign_server may make none .* DATABASE_OWNER_URL/,
  )
  const server = await start('up_to_date')
  expect(await migrate({ url: server })).toEqual([])
  const owner = named(mine.ownerUrl, 'up_to_date')
  await query(owner, "DELETE FROM _prisma_migrations WHERE migration_name ~ '_start'")
  await expect(migrate({ url: server })).rejects.toThrow(
    /lacks the migration .* start once with DATABASE_OWNER_URL/,
  )
})

test('two addresses of two databases are refused', { timeout: SLOW }, async () => {
  const server = await start('one')
  await start('other')
  await expect(migrate({ url: named(mine.ownerUrl, 'other'), serverUrl: server })).rejects.toThrow(
    'two databases (other and one)',
  )
})
