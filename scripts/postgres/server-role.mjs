import { databaseFault } from './database-fault.mjs'

/**
 * The role that servers work as, in a Postgres of ours: it can log in, and whatever else it may do is granted in
 * rights.mjs. It is made where it is not there or has another password, in one statement, and by one process
 * at a time.
 *
 * @param {{ adminUrl: string, role: string, password: string }} options
 * @returns {Promise<string>} the same address for that role
 */
export async function makeServerRole({ adminUrl, role, password }) {
  const own = new URL(adminUrl)
  own.username = role
  own.password = password
  const isThere = await connected(own, async () => true).catch(error => {
    if (REFUSED.has(error.code)) return false
    throw error
  })
  if (!isThere) await connected(new URL(adminUrl), admin => make(admin, role, password))
  return own.href
}

/** No such role, or another password. */
const REFUSED = new Set(['28P01', '28000'])
const LOCK = 72_707_370
const WEAK = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'

async function make(admin, role, password) {
  await admin.query(`SELECT pg_advisory_lock(${LOCK})`)
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
  await admin.query(
    `${verb} ROLE ${admin.escapeIdentifier(role)} ${WEAK} PASSWORD ${admin.escapeLiteral(password)}`,
  )
}

async function connected(url, work) {
  const { default: pg } = await import('pg') // a fresh clone has it only once it is installed
  const client = new pg.Client({
    connectionString: new URL('/postgres', url).href,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {}) // a connection lost between queries: the next query says so
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw REFUSED.has(error.code) ? error : (databaseFault(error, client) ?? error)
  } finally {
    await client.end()
  }
}
