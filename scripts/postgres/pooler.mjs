import { Fault } from '../process/fault.mjs'

/**
 * Refuses a pooler that shares connections by the transaction: locks, notifications and settings of a connection would
 * go to whoever gets it next. Two connections that meet one backend, or one that meets two, give it away.
 *
 * @param {import('pg').Client} client one that is connected
 * @param {import('pg').Client} other one that is not yet
 * @param {string} variable which of the settings names their address
 */
export async function refusePooler(client, other, variable) {
  try {
    await other.connect()
    const own = [await backendOf(client), await backendOf(client)]
    // A pooler that shares connections now has to give this one to somebody.
    await other.query('BEGIN')
    const isShared = own[0] !== own[1] || (await backendOf(other)) === own[1]
    if (!isShared && (await backendOf(client)) === own[1]) return
  } finally {
    await other.end()
  }
  await client.end()
  const { host, port } = client
  throw new Fault(
    `The database at ${host}:${port} is behind a pooler that shares connections by the transaction, such as PgBouncer: set ${variable} to ${directly(host, port)}.`,
  )
}

const backendOf = async client => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid

/** As Neon and Supabase name their addresses. */
function directly(host, port) {
  if (host.includes('-pooler.')) return `${host.replace('-pooler.', '.')}, which leads past it`
  if (port === 6543) return `port 5432 of ${host}, where a connection is not shared`
  return 'the address of Postgres itself, or let the pooler share by the session (pool_mode = session)'
}
