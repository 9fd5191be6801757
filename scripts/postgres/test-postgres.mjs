import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkoutDir } from '../launch/stamp.mjs'
import { joinPostgres } from './embedded.mjs'
import { makeServerRole } from './server-role.mjs'

/**
 * The Postgres in which tests make their scratch databases: the server of TEST_DATABASE_URL, else an embedded
 * one of this checkout, which concurrent runs share. Unless it is to be `durable` it lives in memory where there is
 * enough, goes with the last who uses it, and does not wait for the disk: whoever drops a database would wait for all
 * that is to be written, and as long as that takes no event of all sessions is told in any other. Where all were killed
 * the next run finds it. Servers under test work by `serverUrl`, as little trusted as any.
 *
 * @param {{ root: string, durable?: boolean, url?: string }} options
 * @returns {Promise<{ adminUrl: string, serverUrl: string, leave: () => Promise<void> }>}
 */
export async function joinTestPostgres({ root, durable = false, url = process.env.TEST_DATABASE_URL }) {
  if (url) return { adminUrl: url, serverUrl: await testServerUrl(url), leave: async () => {} }
  const dataDir = durable ? path.join(checkoutDir(root), 'bench') : passingDir(root)
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const postgres = await joinPostgres({ root, dataDir, durable })
  const { href: adminUrl } = new URL('/postgres', postgres.ownerUrl)
  await dropLeftovers(adminUrl)
  return { adminUrl, serverUrl: postgres.serverUrl, leave: postgres.leave }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6 * 2 ** 30

/** Where a Postgres that nobody keeps has its data; whoever looks later finds the same. */
function passingDir(root) {
  const here = path.join(checkoutDir(root), 'test')
  const inMemory = path.join(MEMORY, `countersign-${digest(fs.realpathSync(root)).slice(0, 16)}`)
  if (fs.existsSync(path.join(here, 'postgres', 'cluster'))) return here
  return fs.existsSync(inMemory) || hasRoom(MEMORY) ? inMemory : here
}

function hasRoom(folder) {
  if (!fs.existsSync(folder)) return false
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > ENOUGH_BYTES && os.freemem() > ENOUGH_BYTES
}

const digest = text => createHash('sha256').update(text).digest('hex')

/** All runs in a Postgres share a role, whose password only those can tell who have the administrator's address. */
function testServerUrl(adminUrl) {
  return makeServerRole({ adminUrl, role: 'countersign_test_server', password: digest(adminUrl) })
}

/** A scratch database is named after the process that made it. */
export const scratchName = (kind, mark) => `${kind}_${process.pid}_${mark}`

async function dropLeftovers(adminUrl) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT datname AS name FROM pg_database WHERE datname ~ '^(test|template|e2e|sweep)_[0-9]+_'",
    )
    for (const { name } of rows.filter(row => !isAlive(Number(row.name.split('_')[1])))) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  } finally {
    await client.end()
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
