import pg from 'pg'
import { databaseFault } from '../postgres/database-fault.mjs'
import { Fault } from '../process/fault.mjs'

/** @template T @param {string} url @param {(client: pg.Client) => Promise<T>} work a transaction that it leaves open is undone */
export async function connected(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // a connection lost between queries: the next query says so
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    if (error.code === '42P01') throw new Fault(`The database "${client.database}" holds no Countersign.`)
    if (error.code !== '42501') throw databaseFault(error, client) ?? error
    throw new Fault(`${client.user} may not do that (${error.message}): give DATABASE_OWNER_URL as well.`)
  } finally {
    await client.end()
  }
}
