import { describe, expect, test } from 'vitest'
import { MOST_COUNTED, type SearchItem } from '@/lib/domain/session/search'
import { eventsAfter } from '@/lib/store/record/event'
import { countStatement, searchStatement } from '@/lib/store/session/search'
import { anotherStory, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'
import { searchTerms } from '@/lib/text/search-terms'

type Query = Record<string, string | string[]>

const searched = (s: HttpStory, query: Query) => s.does('search', { query })

/** What was found, as kind and excerpt. */
const found = async (s: HttpStory, query: Query) =>
  (await searched(s, query)).items.map(({ kind, excerpt }) => [kind, excerpt])

const kinds = async (s: HttpStory, query: Query) => (await searched(s, query)).items.map(({ kind }) => kind)

/** All of it, page by page. */
async function paged(s: HttpStory, query: Query): Promise<SearchItem[]> {
  const items: SearchItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof searched>> = await searched(s, {
      ...query,
      ...(cursor && { cursor }),
    })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

const marked = ({ excerpt, highlights }: SearchItem) =>
  highlights.map(([from, to]) => excerpt.slice(from, to))

/** A session in which two Calls were ruled about, and one waits. */
async function told(): Promise<HttpStory> {
  const s = await httpStory({ title: 'The quarterly Kestrel report' })
  const calls = [
    { name: 'write_file', arguments: { path: 'birds/kestrel-notes.md', content: 'Falco tinnunculus' } },
    { name: 'list_files', arguments: {} },
  ]
  const { runId } = await s.plays([
    { text: 'I note the kestrel, übrigens auch den Ёжик.', calls },
    { text: 'Done.' },
  ])
  await s.decides(await s.waits(), [{ kind: 'approve' }, { kind: 'deny', reason: 'Kestrels are shy' }])
  await s.ends(runId)
  await s.plays([call('read_file', { path: 'kestrel-later.md' })])
  await s.waits()
  return s
}

/** Entries that were added behind the program's back are not in the log from which items are made. */
const ITEMS_OF_ADDED = `INSERT INTO "SearchItem" ("sessionId", kind, id, seq, at, rank, text)
  SELECT "sessionId", 'message', id, seq, at, CASE kind WHEN 'summary' THEN 0 ELSE 1 END, text FROM added`

describe('the history', () => {
  test('is searched for messages, Calls, results, decisions and titles, newest first', async () => {
    const s = await told()
    const { items, nextCursor } = await searched(s, { q: 'kestrel' })
    expect(nextCursor).toBeNull()
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(['message', 'call', 'result', 'decision', 'session']),
    )
    for (const item of items) {
      expect([item.excerpt, marked(item).length > 0]).toEqual([item.excerpt, true])
      for (const word of marked(item)) expect(word.toLowerCase()).toMatch(/^kestrel/)
      expect(item).toMatchObject({ sessionId: s.sessionId, title: 'The quarterly Kestrel report' })
    }
    const view = await s.view()
    const denied = items.find(({ kind }) => kind === 'decision')
    expect(denied).toMatchObject({
      excerpt: 'Denied by Owner: Kestrels are shy',
      highlights: [[17, 25]],
      tool: 'list_files',
      outcome: 'denied',
      decision: { kind: 'deny', by: { type: 'person', name: 'Owner' } },
    })
    const line = view.transcript.find(entry => entry.callId === denied?.callId)
    expect(denied?.link).toBe(`/sessions/${s.sessionId}#seq-${line?.seq}`)
    const said = items.find(({ kind, excerpt }) => kind === 'message' && excerpt.startsWith('I note'))
    const entry = view.transcript.find(({ text }) => text.startsWith('I note'))
    expect(said).toMatchObject({
      entryKind: 'assistant',
      seq: entry?.seq,
      link: `/sessions/${s.sessionId}#seq-${entry?.seq}`,
    })
    const waiting = items.find(({ kind, tool }) => kind === 'call' && tool === 'read_file')
    expect(waiting?.link).toBe(`/sessions/${s.sessionId}`)
    const [event] = await eventsAfter(s.world.db, s.sessionId, { after: (waiting?.seq ?? 0) - 1, limit: 1 })
    expect(event).toMatchObject({ type: 'call.proposed', data: { call: { id: waiting?.callId } } })
  })

  test('words are beginnings, a phrase is a phrase, a minus excludes, and filters repeat', async () => {
    const s = await told()
    const is = async (q: string) => (await found(s, { q, kind: 'message' })).map(([, excerpt]) => excerpt)
    const note = 'I note the kestrel, übrigens auch den Ёжик.'
    for (const q of ['not kes', '"note the kestrel"', 'NOTE ÜBRI ёж'])
      expect([q, await is(q)]).toEqual([q, expect.arrayContaining([note])])
    for (const q of ['estrel', '"note kestrel"', '"note the kes"', 'note -übrigens'])
      expect([q, (await is(q)).includes(note)]).toEqual([q, false])
    const [{ at } = { at: '' }] = (await searched(s, { kind: 'decision' })).items
    const day = at.slice(0, 10)
    const rows: [Query, string[]][] = [
      ...['kestrel-notes.md', 'birds/kest', 'tinnunculus'].map((q): [Query, string[]] => [
        { q, kind: 'call' },
        ['call'],
      ]),
      [{ q: 'shy', kind: 'decision' }, ['decision']],
      [{ kind: 'session' }, ['session']],
      [{ tool: 'read_file' }, ['call']],
      [{ tool: ['list_files', 'read_file'] }, ['call', 'call', 'decision', 'result']],
      [{ decision: 'deny' }, ['call', 'decision', 'result']],
      [{ decision: ['deny', 'approve'], kind: 'decision' }, ['decision', 'decision']],
      [{ kind: 'decision', from: at, to: at }, ['decision', 'decision']],
      [{ from: day, to: day, kind: 'session' }, ['session']],
      ...[
        { decision: 'edit' },
        { tool: 'write_file', decision: 'deny' },
        { to: '2020-01-01' },
        { from: '2100-01-01T00:00:00Z' },
        { q: '!!! ... ---' },
      ].map((query): [Query, string[]] => [query, []]),
    ]
    for (const [query, wanted] of rows)
      expect([query, (await kinds(s, query)).sort()]).toEqual([query, wanted])
    expect(new Set(await kinds(s, { kind: ['session', 'decision'] }))).toEqual(
      new Set(['session', 'decision']),
    )
  })

  test('tells a summary after what it sums up, however new it is, page by page as well', async () => {
    const s = await told()
    await s.world.touches(`
      WITH added AS (INSERT INTO "Entry" (id, "sessionId", seq, kind, text, at)
        SELECT gen_random_uuid(), '${s.sessionId}', 1000 + n, 'summary', 'Summary of the kestrel ' || n, now()
        FROM generate_series(1, 5) n RETURNING *)
      ${ITEMS_OF_ADDED}`)
    const all = (await searched(s, { q: 'kestrel' })).items
    expect(all.slice(-5).map(({ entryKind }) => entryKind)).toEqual(Array(5).fill('summary'))
    expect(all.slice(0, -5).map(({ entryKind }) => entryKind)).not.toContain('summary')
    expect(await paged(s, { q: 'kestrel', limit: '3' })).toEqual(all)
  })

  test('says how much there is, on every page, and of very much that there is more', async () => {
    const s = await told()
    const count = async (query: Record<string, string>) => {
      const { items, total, isMore } = await searched(s, query)
      return [items.length, total, isMore]
    }
    const { items, nextCursor } = await searched(s, { q: 'kestrel', limit: '3' })
    const all = (await searched(s, { q: 'kestrel' })).items.length
    expect(items).toHaveLength(3)
    expect(await count({ q: 'kestrel', limit: '3' })).toEqual([3, all, false])
    expect(await count({ q: 'kestrel', limit: '3', cursor: nextCursor ?? '' })).toEqual([3, all, false])
    expect(await count({ q: 'kestrel' })).toEqual([all, all, false])
    expect(await count({ q: '!!!', limit: '1' })).toEqual([0, 0, false])
    const add = (from: number, to: number) =>
      s.world.touches(`
        WITH added AS (INSERT INTO "Entry" (id, "sessionId", seq, kind, text, at)
          SELECT gen_random_uuid(), '${s.sessionId}', 1000 + n, 'user', 'Sparrow ' || n, now()
          FROM generate_series(${from}, ${to}) n RETURNING *)
        ${ITEMS_OF_ADDED}`)
    await add(1, MOST_COUNTED)
    expect(await count({ q: 'sparrow' })).toEqual([50, MOST_COUNTED, false])
    await add(MOST_COUNTED + 1, MOST_COUNTED + 500)
    expect(await count({ q: 'sparrow' })).toEqual([50, MOST_COUNTED, true])
    expect(await count({ q: 'sparrow', kind: 'call' })).toEqual([0, 0, false])
  })

  test('comes page by page, without gap or repeat, and is of what there is', async () => {
    const s = await told()
    const other = await anotherStory(s, { title: 'Kestrel, too' })
    const all = (await searched(s, { q: 'kestrel' })).items
    expect(all.map(({ title }) => title)).toContain('Kestrel, too')
    expect(await paged(s, { q: 'kestrel', limit: '2' })).toEqual(all)
    await other.does('deleteSession')
    expect(await kinds(s, { q: 'too', kind: 'session' })).toEqual([])
  })

  test('answers whatever is asked, and takes in texts that are longer than can be searched, and no words', async () => {
    const s = await httpStory()
    const strange = [
      ...['!!! ... --- ""', '"', '"kestrel', '-', '& | ! <-> :* ( )', "'", "''; DROP TABLE x; --"],
      ...['\\', "\\\\'", '%', '𝕶estrel', '\uFFFF', 'a'.repeat(1000), '- '.repeat(400), '"a" '.repeat(200)],
      ...['e\u0301', '١٢٣', '字'.repeat(300), '1e999', '0x00', '  '],
    ]
    await Promise.all(strange.map(q => searched(s, { q })))
    const words = Array.from({ length: 160_000 }, (_, n) => n.toString(36)).join(' ')
    for (const text of [words, 'x'.repeat(900_000), `first ${'字 '.repeat(200_000)}`])
      await s.ends((await s.does('sendMessage', { body: { text } })).runId)
    expect(await kinds(s, { q: 'first', kind: 'message' })).toContain('message')
  })

  test('is found by index, not by reading everything', async () => {
    const s = await told()
    await s.world.touches(`
      WITH added AS (INSERT INTO "Entry" (id, "sessionId", seq, kind, text, at)
        SELECT gen_random_uuid(), '${s.sessionId}', 1000 + n, 'user', 'Message ' || n || ' of ' || md5(n::text), now()
        FROM generate_series(1, 5000) n RETURNING *)
      ${ITEMS_OF_ADDED}`)
    await s.world.db.$executeRawUnsafe('ANALYZE "Entry", "Call", "Decision", "Session", "SearchItem"')
    const filters = { kind: ['message' as const], tool: [], decision: [], from: undefined, to: undefined }
    const planOf = async (statement: ReturnType<typeof countStatement>) => {
      const rows = await s.world.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN ${statement}`
      return rows.map(row => row['QUERY PLAN']).join('\n')
    }
    for (const q of ['4711', '"message 4711"', 'mess 471 -4712']) {
      const terms = searchTerms(q)
      for (const plan of [
        await planOf(searchStatement({ terms, filters, after: undefined, limit: 51 })),
        await planOf(countStatement({ terms, filters }, MOST_COUNTED + 1)),
      ]) {
        expect(plan).toContain('Bitmap Index Scan on "SearchItem_words"')
        expect(plan).not.toContain('Seq Scan on "SearchItem"')
      }
    }
    expect(await found(s, { q: '"message 4711"' })).toEqual([
      ['message', expect.stringMatching(/^Message 4711 of /)],
    ])
  })
})
