import fs from 'node:fs'
import path from 'node:path'
import { joinPostgres } from './postgres.mjs'
import { checkoutDir } from './stamp.mjs'

/**
 * The Postgres in which tests make their scratch databases: the server of TEST_DATABASE_URL, else an embedded
 * one of this checkout, which concurrent runs share and a killed run leaves to the next. It does not wait for the
 * disk, unless it is to be `durable`: whoever drops a database would wait for all that is to be written, and as
 * long as that takes no event of all sessions is told in any other.
 *
 * @param {{ root: string, durable?: boolean }} options
 * @returns {Promise<{ adminUrl: string, leave: () => Promise<void> }>}
 */
export async function joinTestPostgres({ root, durable = false }) {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { adminUrl: given, leave: async () => {} }
  const dataDir = path.join(checkoutDir(root), durable ? 'bench' : 'test')
  fs.mkdirSync(dataDir, { recursive: true })
  const postgres = await joinPostgres({ root, dataDir, durable })
  const adminUrl = new URL(postgres.url)
  adminUrl.pathname = '/postgres'
  await dropLeftovers(adminUrl.href)
  return { adminUrl: adminUrl.href, leave: postgres.leave }
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
