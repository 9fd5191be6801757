import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { isPortFree } from '../process/port.mjs'
import { entryOf, isEntryAlive } from '../process/process-entry.mjs'
import { joinPostgres } from './embedded.mjs'
import { migrate } from './migrate.mjs'
import { query } from './testing/query.mjs'

const SLOW = 60_000
const STAY_JOINED = fileURLToPath(new URL('testing/stay-joined.mjs', import.meta.url))
let dataDir
let root
beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-postgres-'))
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-root-'))
  writeMigration('1_first', 'CREATE TABLE first (id int); CREATE TABLE second (id int);')
})
afterAll(() => {
  for (const folder of [dataDir, root]) fs.rmSync(folder, { recursive: true, force: true })
})

const joined = []
afterAll(() => Promise.all(joined.map(one => one.leave())))

async function join() {
  const one = await joinPostgres({ root: ROOT, dataDir })
  joined.push(one)
  return one
}

function writeMigration(name, sql) {
  const folder = path.join(root, 'prisma/migrations', name)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'migration.sql'), sql)
  return () => fs.rmSync(folder, { recursive: true })
}

/** Another process that has joined. */
async function joinElsewhere() {
  const child = spawn(process.execPath, [STAY_JOINED, ROOT, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  return { pid: Number(said), kill: () => child.kill('SIGKILL') && ended }
}

describe('the embedded Postgres', () => {
  test('processes that start at once share one, and the last one out stops it', {
    timeout: SLOW,
  }, async () => {
    const [one, elsewhere, other] = await Promise.all([join(), joinElsewhere(), join()])
    expect([elsewhere.pid, other.pid]).toEqual([one.pid, one.pid])
    await one.leave()
    await elsewhere.kill()
    expect(await isPortFree(one.port, '127.0.0.1')).toBe(false)
    await other.leave()
    expect(await isPortFree(one.port, '127.0.0.1')).toBe(true)
  })

  test('is stopped wherever its folder was moved, and never begun anew in its old place', {
    timeout: SLOW,
  }, async () => {
    const inner = path.join(dataDir, 'inner')
    const moved = path.join(dataDir, 'moved')
    fs.mkdirSync(inner)
    const one = await joinPostgres({ root: ROOT, dataDir: inner, durable: false })
    fs.renameSync(inner, moved)
    expect(await one.ensureRunning()).toBe(false)
    await one.leave()
    expect(await isPortFree(one.port, '127.0.0.1')).toBe(true)
    expect([
      fs.existsSync(inner),
      fs.existsSync(path.join(moved, 'postgres/cluster/postmaster.pid')),
    ]).toEqual([false, false])
  })

  test('after a kill of everything the next one finds what was committed, on the same port', {
    timeout: SLOW,
  }, async () => {
    const before = await joinElsewhere()
    const mine = await join()
    await migrate({ url: mine.ownerUrl, root })
    await query(mine.ownerUrl, 'INSERT INTO first VALUES (42)')
    await before.kill()
    const postmaster = entryOf(mine.pid)
    process.kill(mine.pid, 'SIGKILL')
    await expect.poll(() => isEntryAlive(postmaster)).toBe(false)
    const mended = await Promise.all([mine.ensureRunning(), mine.ensureRunning()])
    expect(mended.filter(Boolean)).toHaveLength(1)
    expect(await query(mine.ownerUrl, 'SELECT id FROM first')).toEqual([{ id: 42 }])
    await mine.leave()
    expect(fs.readdirSync(path.join(mine.home, 'clients'))).toEqual([])
    expect(await mine.ensureRunning()).toBe(false)
    expect(await isPortFree(mine.port, '127.0.0.1')).toBe(true)
  })

  test('a pid file whose number another program has now does not keep it from starting', {
    timeout: SLOW,
  }, async () => {
    const cluster = path.join(dataDir, 'postgres', 'cluster')
    const { uid, gid } = fs.statSync(cluster)
    const stranger = spawn('sleep', ['600'], { uid, gid })
    const note = path.join(cluster, 'postmaster.pid')
    fs.writeFileSync(note, `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`)
    fs.chownSync(note, uid, gid)
    const mine = await join()
    expect(mine.pid).not.toBe(stranger.pid)
    stranger.kill()
    await mine.leave()
  })

  test('nobody comes in without the password; only what need not outlast the machine does not wait for the disk', {
    timeout: SLOW,
  }, async () => {
    const mine = await join()
    const wrong = mine.ownerUrl.replace(/:[0-9a-f]{48}@/, ':wrong@')
    await expect(migrate({ url: wrong, root })).rejects.toThrow('DATABASE_URL')
    expect(fs.statSync(path.join(mine.home, 'password')).mode & 0o777).toBe(0o600)
    const settings = "SELECT current_setting('fsync') fsync, current_setting('listen_addresses') address"
    expect(await query(mine.ownerUrl, settings)).toEqual([{ fsync: 'on', address: '127.0.0.1' }])
    await mine.leave()
    const passing = await joinPostgres({ root: ROOT, dataDir, durable: false })
    joined.push(passing)
    expect(await query(passing.ownerUrl.replace(/[^/]+$/, 'postgres'), 'SHOW fsync')).toEqual([
      { fsync: 'off' },
    ])
    await passing.leave()
  })
})

describe('migrating', () => {
  let mine
  beforeAll(async () => {
    mine = await join()
  }, SLOW)
  afterAll(() => mine.leave())

  const fresh = name => mine.ownerUrl.replace(/[^/]+$/, encodeURIComponent(name))

  test('several at once make the database and apply each migration once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migrate({ url: fresh('at_once'), root })))
    expect(all.flat()).toEqual(['1_first'])
    expect(await query(fresh('at_once'), 'SELECT applied_steps_count FROM _prisma_migrations')).toHaveLength(
      1,
    )
  })

  test('where one migration of a start fails nothing of it is kept, and once it is mended all apply', async () => {
    const url = fresh('all or nothing')
    await migrate({ url, root })
    const removes = [
      writeMigration('2_good', 'CREATE TABLE fourth (id int);'),
      writeMigration('3_good', 'ALTER TABLE fourth ADD COLUMN name text;'),
    ]
    for (const failure of [
      'SELECT nothing',
      'ALTER TABLE _prisma_migrations ADD CHECK (id IS NULL) NOT VALID', // when it is noted
    ]) {
      const remove = writeMigration('4_bad', `CREATE TABLE third (id int); ${failure};`)
      await expect(migrate({ url, root })).rejects.toThrow('Migration 4_bad does not apply')
      const tables = "SELECT to_regclass('third') AS third, to_regclass('fourth') AS fourth"
      expect(await query(url, tables)).toEqual([{ third: null, fourth: null }])
      expect(await query(url, 'SELECT migration_name FROM _prisma_migrations')).toEqual([
        { migration_name: '1_first' },
      ])
      remove()
    }
    expect(await migrate({ url, root })).toEqual(['2_good', '3_good'])
    for (const remove of removes) remove()
    await expect(migrate({ url, root })).rejects.toThrow('newer Countersign')
  })

  test('a database that a preview made is refused in one line, and stays as it is', async () => {
    const url = fresh('of a preview')
    const remove = writeMigration('0_preview', 'CREATE TABLE preview (id int);')
    await migrate({ url, root })
    remove()
    const later = writeMigration('2_later', 'CREATE TABLE later (id int);')
    await expect(migrate({ url, root })).rejects.toThrow(/^This database was made by an earlier preview.*$/)
    expect(await query(url, "SELECT to_regclass('later') AS later")).toEqual([{ later: null }])
    later()
  })
})
