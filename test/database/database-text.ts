import * as z from 'zod'
import type { Database } from '@/lib/store/connection/database'

const Tables = z.array(z.object({ name: z.string() }))
const Rows = z.array(z.object({ row: z.string() }))

/** Everything that stands in a database, the tables of its queue included, row by row. */
export async function databaseText(db: Database): Promise<string[]> {
  const tables = Tables.parse(
    await db.$queryRawUnsafe(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    ),
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = Rows.parse(await db.$queryRawUnsafe(`SELECT to_jsonb(t)::text AS row FROM ${name} t`))
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts
}
