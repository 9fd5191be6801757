import { expect, test } from 'vitest'
import { MOST_COUNTED, type SearchItem } from '@/lib/domain/session/search'
import { eventsAfter } from '@/lib/store/record/event'
import { countStatement, searchStatement } from '@/lib/store/session/search'
import { searchTerms, wordsIn } from '@/lib/text/search-terms'
import { anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

type Query = Record<string, string | string[] | undefined>

const searched = (s: HttpStory, query: Query) => s.does('search', { query })

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
const adds = (s: HttpStory, [kind, text]: [string, string], [from, to]: [number, number]): Promise<void> =>
  s.world.touches(`
    WITH added AS (INSERT INTO "Entry" (id, "sessionId", seq, kind, text, at)
      SELECT gen_random_uuid(), '${s.sessionId}', 1000 + n, '${kind}', ${text}, now()
      FROM generate_series(${from}, ${to}) n RETURNING *)
    INSERT INTO "SearchItem" ("sessionId", kind, id, seq, at, rank, text)
      SELECT "sessionId", 'message', id, seq, at, CASE kind WHEN 'summary' THEN 0 ELSE 1 END, text FROM added`)

test('the history is searched for messages, Calls, results, decisions and titles, newest first, by words and filters', async () => {
  const s = await told()
  const { items, nextCursor } = await searched(s, { q: 'kestrel' })
  expect(nextCursor).toBeNull()
  const times = items.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect([...new Set(items.map(({ kind }) => kind))].sort()).toEqual([
    'call',
    'decision',
    'message',
    'result',
    'session',
  ])
  for (const item of items) {
    expect([item.excerpt, marked(item).length > 0]).toEqual([item.excerpt, true])
    for (const word of marked(item)) expect(word.toLowerCase()).toMatch(/^kestrel/)
    expect(item).toMatchObject({ sessionId: s.sessionId, title: 'The quarterly Kestrel report' })
  }
  const { transcript } = await s.view()
  const denied = items.find(({ kind }) => kind === 'decision')
  expect(denied).toMatchObject({
    excerpt: 'Denied by Owner: Kestrels are shy',
    highlights: [[17, 25]],
    tool: 'list_files',
    outcome: 'denied',
    decision: { kind: 'deny', by: { type: 'person', name: 'Owner' } },
  })
  const linkOf = (seq: number | undefined) => `/sessions/${s.sessionId}#seq-${seq}`
  expect(denied?.link).toBe(linkOf(transcript.find(entry => entry.callId === denied?.callId)?.seq))
  const note = 'I note the kestrel, übrigens auch den Ёжик.'
  const { seq } = transcript.find(({ text }) => text === note) ?? {}
  const said = items.find(({ kind, excerpt }) => kind === 'message' && excerpt === note)
  expect(said).toMatchObject({ entryKind: 'assistant', seq, link: linkOf(seq) })
  const waiting = items.find(({ kind, tool }) => kind === 'call' && tool === 'read_file')
  expect(waiting?.link).toBe(`/sessions/${s.sessionId}`)
  const [event] = await eventsAfter(s.world.db, s.sessionId, { after: (waiting?.seq ?? 0) - 1, limit: 1 })
  expect(event).toMatchObject({ type: 'call.proposed', data: { call: { id: waiting?.callId } } })

  const isFound = async (q: string) =>
    (await searched(s, { q, kind: 'message' })).items.some(({ excerpt }) => excerpt === note)
  // Words are beginnings, a phrase is a phrase, and a minus excludes.
  for (const q of ['not kes', '"note the kestrel"', 'NOTE ÜBRI ёж'])
    expect([q, await isFound(q)]).toEqual([q, true])
  for (const q of ['estrel', '"note kestrel"', '"note the kes"', 'note -übrigens'])
    expect([q, await isFound(q)]).toEqual([q, false])
  const { at = '' } = denied ?? {}
  const day = at.slice(0, 10)
  const rows: [string, Query][] = [
    ...['kestrel-notes.md', 'birds/kest', 'tinnunculus'].map((q): [string, Query] => [
      'call',
      { q, kind: 'call' },
    ]),
    ['decision', { q: 'shy', kind: 'decision' }],
    ['session', { kind: 'session' }],
    ['call', { tool: 'read_file' }],
    ['call call decision result', { tool: ['list_files', 'read_file'] }],
    ['call decision result', { decision: 'deny' }],
    ['decision decision', { decision: ['deny', 'approve'], kind: 'decision' }],
    ['decision decision session', { kind: ['session', 'decision'] }],
    ['decision decision', { kind: 'decision', from: at, to: at }],
    ['decision decision message message', { person: ['owner', 'nobody'] }],
    ['', { person: 'nobody' }],
    ['session', { from: day, to: day, kind: 'session' }],
    ...[{ decision: 'edit' }, { tool: 'write_file', decision: 'deny' }, { q: '!!! ... ---' }].map(
      (query): [string, Query] => ['', query],
    ),
    ...[{ to: '2020-01-01' }, { from: '2100-01-01T00:00:00Z' }].map((query): [string, Query] => ['', query]),
  ]
  for (const [wanted, query] of rows)
    expect([
      query,
      (await searched(s, query)).items
        .map(({ kind }) => kind)
        .sort()
        .join(' '),
    ]).toEqual([query, wanted])

  const perCall = async (query: Query) =>
    (await searched(s, { kind: ['call', 'result', 'decision'], perCall: 'true', ...query })).items.map(
      ({ tool, outcome, decision }) => [tool, outcome, decision?.kind, (decision?.seq ?? 0) > 0],
    )
  const [write, list] = [
    ['write_file', 'ok', 'approve', true],
    ['list_files', 'denied', 'deny', true],
  ]
  const waits = ['read_file', undefined, undefined, false]
  const each = await perCall({})
  expect(each[0]).toEqual(waits)
  expect(each.slice(1)).toEqual(expect.arrayContaining([write, list]))
  expect(each).toHaveLength(3)
  expect(await perCall({ q: 'tinnunculus', person: 'owner' })).toEqual([write])
  expect(await perCall({ decision: 'deny', person: 'owner' })).toEqual([list])
  expect(await perCall({ person: 'nobody' })).toEqual([])
  expect(await paged(s, { kind: ['call', 'result', 'decision'], perCall: 'true', limit: '1' })).toHaveLength(
    3,
  )
  const { items: titles } = await searched(s, { kind: 'session' })
  expect(titles[0]?.session).toMatchObject({ calls: 3, edited: 0, denied: 1 })

  const other = await anotherStory(s, { title: 'Kestrel, too' })
  const all = (await searched(s, { q: 'kestrel' })).items
  expect(all.map(({ title }) => title)).toContain('Kestrel, too')
  expect(await paged(s, { q: 'kestrel', limit: '2' })).toEqual(all)
  await other.does('deleteSession')
  expect((await searched(s, { q: 'too', kind: 'session' })).items).toEqual([])
})

test('a summary comes after what it sums up, all that there is is counted up to a bound, and an index finds it', async () => {
  const s = await told()
  await adds(s, ['summary', `'Summary of the kestrel ' || n`], [1, 5])
  const { items, total, nextCursor } = await searched(s, { q: 'kestrel' })
  expect(items.map(({ entryKind }) => entryKind === 'summary')).toEqual(
    items.map((_, at) => at >= items.length - 5),
  )
  expect(await paged(s, { q: 'kestrel', limit: '3' })).toEqual(items)
  expect([total, nextCursor]).toEqual([items.length, null])
  expect((await searched(s, { kind: 'message' })).items.every(({ excerpt }) => excerpt !== '')).toBe(true)
  const count = async (query: Query) => {
    const page = await searched(s, query)
    return [page.items.length, page.total, page.isMore]
  }
  const first = await searched(s, { q: 'kestrel', limit: '3' })
  for (const cursor of [{}, { cursor: first.nextCursor ?? '' }])
    expect(await count({ q: 'kestrel', limit: '3', ...cursor })).toEqual([3, total, false])
  expect(await count({ q: '!!!', limit: '1' })).toEqual([0, 0, false])
  const sparrow: [string, string] = ['user', `'Sparrow ' || n || ' of ' || md5(n::text)`]
  await adds(s, sparrow, [6, MOST_COUNTED + 5])
  expect(await count({ q: 'sparrow' })).toEqual([50, MOST_COUNTED, false])
  await adds(s, sparrow, [MOST_COUNTED + 6, 5_000])
  expect(await count({ q: 'sparrow' })).toEqual([50, MOST_COUNTED, true])
  expect(await count({ q: 'sparrow', kind: 'call' })).toEqual([0, 0, false])

  await s.world.db.$executeRawUnsafe('ANALYZE "Entry", "Call", "Decision", "Session", "SearchItem"')
  const filters = {
    kind: ['message' as const],
    tool: [],
    decision: [],
    person: [],
    from: undefined,
    to: undefined,
  }
  const planOf = async (statement: ReturnType<typeof countStatement>) => {
    const rows = await s.world.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN ${statement}`
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  const newest = { terms: [], filters: { ...filters, kind: [], perCall: true }, after: undefined, limit: 51 }
  expect(await planOf(searchStatement(newest))).toContain('SearchItem_rank_at_kind_id_idx')
  for (const q of ['4711', '"sparrow 4711"', 'spar 471 -4712']) {
    const terms = searchTerms(q)
    for (const plan of [
      await planOf(searchStatement({ terms, filters, after: undefined, limit: 51 })),
      await planOf(countStatement({ terms, filters }, MOST_COUNTED + 1)),
    ]) {
      expect(plan).toContain('Bitmap Index Scan on "SearchItem_words"')
      expect(plan).not.toContain('Seq Scan on "SearchItem"')
    }
  }
  const { items: one } = await searched(s, { q: '"sparrow 4711"' })
  expect(one.map(({ excerpt }) => excerpt)).toEqual([expect.stringMatching(/^Sparrow 4711 of /)])
})

test('whatever is asked is answered, and texts are taken in that are longer than can be searched, and no words', async () => {
  const s = await httpStory()
  const strange = [
    ...['!!! ... --- ""', '"', '"kestrel', '-', '& | ! <-> :* ( )', "'", "''; DROP TABLE x; --"],
    ...['\\', "\\\\'", '%', '𝕶estrel', '\uFFFF', 'a'.repeat(1000), '- '.repeat(400), '"a" '.repeat(200)],
    ...['e\u0301', '١٢٣', '字'.repeat(300), '1e999', '0x00', '  '],
  ]
  await Promise.all(strange.map(q => searched(s, { q })))
  const words = Array.from({ length: 160_000 }, (_, n) => n.toString(36)).join(' ')
  const swelling = ['\ufdfa', '\u3300'].map(char => char.repeat(50_000))
  const names = `1x1x1${'\u{10400}'.repeat(95)} `.repeat(500)
  for (const text of [words, 'x'.repeat(5_000), ...swelling, names, `first ${'字 '.repeat(20_000)}`])
    await s.ends((await s.does('sendMessage', { body: { text } })).runId)
  expect((await searched(s, { q: 'first', kind: 'message' })).items.length).toBeGreaterThan(0)
})

test('in every language it is found by what is inside of it, as the program itself cuts words', async () => {
  const s = await httpStory({ title: 'ЁЖИК Re\u0301union 数据库迁移' })
  const texts = [
    '我们今天完成了数据库迁移。',
    'データベースの移行が完了しました。',
    '데이터베이스를 옮겼습니다',
    'ย้ายฐานข้อมูลเรียบร้อยแล้ว',
    'Re\u0301union a\u0300 l’e\u0301cole, ЁЖИК съел',
    'Release v2.10.3 has useLiveSession and HTMLParser',
  ]
  for (const [at, text] of texts.entries()) await adds(s, ['user', `'${text}'`], [at + 1, at + 1])
  const rows: [string, number][] = [
    ...[
      ['数据库', 0],
      ['"数据库迁移"', 0],
      ['移行', 1],
      ['ベース', 1],
      ['베이스', 2],
      ['ฐานข้อมูล', 3],
      ['reunion', 4],
    ],
    ...[
      ['réunion ÉCOLE', 4],
      ['ежик', 4],
      ['2.10', 5],
      ['v2.10', 5],
      ['session', 5],
      ['parser', 5],
      ['livesess', 5],
    ],
  ] as [string, number][]
  for (const [q, at] of rows) {
    const { items } = await searched(s, { q, kind: 'message' })
    const hits = items.filter(item => item.excerpt === texts[at])
    expect([q, hits.length, hits.every(item => item.highlights.length > 0)]).toEqual([q, 1, true])
  }
  for (const q of ['ежик', 'réunion', 'REUNION', '库迁', 'union'])
    expect([q, (await s.does('listSessions', { query: { q } })).items.length]).toEqual([q, 1])
  for (const text of [...texts, '２．１０ ½ ﷺ ｶﾞ İstanbul ΟΔΟΣ ﬁn a\u200db ẞ 𝔘𝔫𝔦 е\u0308']) {
    const cut = await s.world.sql.$queryRaw<{ words: string[] }[]>`
      SELECT tsvector_to_array("search_words"(${text})) AS words`
    const words = wordsIn(text).flatMap(({ word, tails }) => [word, ...tails])
    expect(cut[0]?.words.toSorted()).toEqual([...new Set(words)].toSorted())
  }
})
