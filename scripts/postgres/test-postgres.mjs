import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { checkoutDir } from '../launch/stamp.mjs'
import { joinPostgres } from './embedded.mjs'
import { makeServerRole } from './server-role.mjs'

/**
 * The Postgres in which tests make their scratch databases: the server of TEST_DATABASE_URL, else an embedded
 * one of this checkout, which concurrent runs share and a killed run leaves to the next. It does not wait for the
 * disk, unless it is to be `durable`: whoever drops a database would wait for all that is to be written, and as
 * long as that takes no event of all sessions is told in any other. Servers under test work by `serverUrl`, as little
 * trusted as any.
 *
 * @param {{ root: string, durable?: boolean, url?: string }} options
 * @returns {Promise<{ adminUrl: string, serverUrl: string, leave: () => Promise<void> }>}
 */
export async function joinTestPostgres({ root, durable = false, url = process.env.TEST_DATABASE_URL }) {
  if (url) return { adminUrl: url, serverUrl: await testServerUrl(url), leave: async () => {} }
  const dataDir = path.join(checkoutDir(root), durable ? 'bench' : 'test')
  fs.mkdirSync(dataDir, { recursive: true })
  const postgres = await joinPostgres({ root, dataDir, durable })
  const { href: adminUrl } = new URL('/postgres', postgres.ownerUrl)
  await dropLeftovers(adminUrl)
  return { adminUrl, serverUrl: postgres.serverUrl, leave: postgres.leave }
}

/** All runs in a Postgres share a role, whose password only those can tell who have the administrator's address. */
function testServerUrl(adminUrl) {
  const password = createHash('sha256').update(adminUrl).digest('hex')
  return makeServerRole({ adminUrl, role: 'countersign_test_server', password })
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
