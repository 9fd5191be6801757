import type { Client } from 'pg'
import * as z from 'zod'

const Column = z.object({ table: z.string(), name: z.string(), type: z.string() })
type Column = z.infer<typeof Column>

/** Copies lie this many days back at most. */
const DAYS = 90

/**
 * Fills the database with copies `from` to `to` of two sessions that really ran, spread over 90 days: every twentieth is
 * one of `waiting`, all others of `ended`. The copies' chains do not verify, and nobody but this benchmark reads them.
 */
export async function copySessions(
  client: Client,
  { ended, waiting, from, to }: { ended: string; waiting: string; from: number; to: number },
): Promise<void> {
  const tables = await sessionTables(client)
  await client.query('SET session_replication_role = replica')
  for (const [table, columns] of tables) {
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const values = columns.map(column => copied(column)).join(', ')
    const owner = `(${OWNER[table] ?? 't."sessionId"'})::text`
    await client.query(
      `INSERT INTO "${table}" (${names}) SELECT ${values} FROM generate_series(${from}, ${to}) copies(copy)
         JOIN "${table}" t ON ${owner} = CASE WHEN copy % 20 = 0 THEN '${waiting}' ELSE '${ended}' END`,
    )
  }
  await client.query('SET session_replication_role = origin')
  await client.query(
    `UPDATE "SearchPlace" SET (xid, event) = (SELECT xid, id FROM "Event" ORDER BY xid DESC, id DESC LIMIT 1)`,
  )
  await client.query('VACUUM ANALYZE')
}

/** How many bytes a table and its indexes take, the largest first. */
export async function tableSizes(client: Client): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
  )
  return z.array(z.object({ name: z.string(), bytes: z.number() })).parse(rows)
}

/** The session that a row belongs to, where no column `sessionId` says so. */
const OWNER: Record<string, string> = { Session: 't.id', Event: 't.chain' }

async function sessionTables(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query(
    `SELECT c.table_name AS table, c.column_name AS name, c.udt_name AS type FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
         AND NOT (c.table_name = 'Event' AND c.column_name IN ('id', 'xid'))
       ORDER BY c.table_name, c.ordinal_position`,
  )
  const tables = Map.groupBy(z.array(Column).parse(rows), ({ table }) => table)
  const isOfSession = ([table, columns]: [string, Column[]]) =>
    table in OWNER || columns.some(({ name }) => name === 'sessionId')
  return new Map([...tables].filter(isOfSession))
}

/** The column in one copy: ids are new and the same in every table, times are older. */
function copied({ table, name, type }: Column): string {
  const column = `t."${name}"`
  if (type === 'uuid') return newId(column)
  if (type === '_uuid') return `ARRAY(SELECT ${newId('u')} FROM unnest(${column}) u)`
  if (table === 'Event' && name === 'chain') return `${newId(column)}::text`
  if (type === 'timestamptz') return `${column} - interval '${DAYS} days' * ((copy * 7919) % 100003) / 100003`
  if (table === 'Session' && name === 'key') return `${column} || copy`
  if (table === 'Session' && name === 'title') return `${column} || ' ' || copy`
  return column
}

const newId = (column: string): string => `md5(${column} || ':' || copy)::uuid`
