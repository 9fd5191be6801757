import { beforeAll, describe, expect, test } from 'vitest'
import { queryWords, rankMemories } from '@/lib/domain/memory/recall'
import { createTestDatabase } from '@/test/database/database'
import { type Database, openConnections } from '../connection/database'
import { recallCandidates, recallStatement } from './memory'

const MANY = 100_000
const ONE = '018f0000-0000-7000-8000-0000000186a1'

/** A hundred thousand memories of words of which some are in all, some in many and some in one. */
const fill = (many: number) => `
  INSERT INTO "Memory" (id, text, "textHash", tags, source, "createdAt", "updatedAt")
  SELECT ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    'Project note number' || n || ' about area' || n % 100 || ' and customer' || n % 5000 || ' with invoices',
    'sha256:' || n, ARRAY['note'], '{"kind": "person"}', now(), now()
  FROM generate_series(1, ${many}) n`

let db: Database

beforeAll(async () => {
  const database = await createTestDatabase()
  const connections = openConnections({ url: database.adminUrl, connections: 2 })
  db = connections.db
  await db.$executeRawUnsafe(fill(MANY))
  await db.memory.create({
    data: {
      id: ONE,
      text: 'The favourite colour is teal.',
      textHash: 'one',
      tags: [],
      source: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  })
  return async () => {
    await connections.close()
    await database.drop()
  }
}, 120_000)

const found = async (query: string) => {
  const asked = queryWords(query)
  return rankMemories(asked, await recallCandidates(db, asked))
}

/** The nodes of a plan, with what each was told of. */
async function plan(query: string, of = db): Promise<string> {
  const statement = recallStatement(queryWords(query))
  const rows = await of.$queryRaw<
    Record<string, string>[]
  >`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${statement}`
  return rows.flatMap(row => Object.values(row)).join('\n')
}

const LONG = Array.from(
  { length: 200 },
  (_, at) => `invoices project customer${at} area${at} words${at}`,
).join(' ')

describe.each(['as they were just written', 'once the database knows their words'])(
  'among 100,000 memories, %s',
  state => {
    beforeAll(async () => {
      if (state !== 'as they were just written') await db.$executeRawUnsafe('ANALYZE "Memory"')
    }, 60_000)

    test.each([
      ['a question', 'What is our favourite colour?'],
      ['words that all have', 'invoices of the project'],
      ['words that few have', 'customer4711 and area11'],
      ['words that none has', 'nothing at all of zebras'],
      ['a long message', LONG],
    ])('the index alone says what may bear on %s', async (_, query) => {
      const told = await plan(query)
      expect(told).toContain('Memory_words')
      expect(told).not.toMatch(/Seq Scan on "?Memory/)
    })

    test('the one that bears on what is asked is found', async () => {
      const [first] = await found('What is our favourite colour?')
      expect(first).toMatchObject({ id: ONE, kept: true })
    })

    test('a rare word finds its memory beside words that all have', async () => {
      const hits = await found('project note number4711 about invoices')
      expect(hits.find(hit => hit.kept)?.text).toContain('number4711 ')
    })

    test('words that very many have find what has all of them, and no more than can be looked at', async () => {
      const asked = queryWords('project invoices')
      const { candidates, counts } = await recallCandidates(db, asked)
      expect(candidates).toHaveLength(50)
      expect([...counts.values()]).toEqual([501, 501])
    })
  },
)

/** Blocks that a statement looks at, in memory or on disk. */
const blocks = (told: string): number => {
  const [, hit = '0', read = '0'] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(told) ?? []
  return Number(hit) + Number(read)
}

test.each([
  ['a rare word', 'number4711 and nothing else'],
  ['words that all have', 'invoices of the project'],
])(
  'ten times as many memories cost less than three times as much to look through, for %s',
  async (_, query) => {
    const small = await createTestDatabase()
    const { db: few, close } = openConnections({ url: small.adminUrl, connections: 1 })
    await few.$executeRawUnsafe(fill(MANY / 10))
    await db.$executeRawUnsafe('VACUUM ANALYZE "Memory"')
    await few.$executeRawUnsafe('VACUUM ANALYZE "Memory"')
    const ratio = blocks(await plan(query)) / blocks(await plan(query, few))
    await close()
    await small.drop()
    expect(ratio).toBeLessThan(3)
  },
)
