import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@/test/database/database'
import { openConnections } from './connection/database'
import { Prisma } from './generated/client'

test('a migrated database has the tables and columns of the schema, and no others', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const { db, close } = openConnections({ url: database.url, connections: 1 })
  onTestFinished(close)
  const rows = await db.$queryRaw<{ name: string; columns: string[] }[]>`
    SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name::text COLLATE "C") AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations' AND is_generated = 'NEVER'
    GROUP BY 1`
  const models = Object.values(Prisma.ModelName).map(name => {
    const columns: Record<string, string> = Prisma[`${name}ScalarFieldEnum`]
    return [name, Object.keys(columns).sort()]
  })
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(
    Object.fromEntries(models),
  )
})
