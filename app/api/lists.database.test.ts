import { describe, expect, test } from 'vitest'
import type { OperationName } from '@/lib/domain/contract/contract'
import { type Asking, refused } from '@/test/http/http-client'
import { anotherStory, type HttpStory, httpStory, httpWorld } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

type Listed = {
  items: { id: string; seq?: number }[]
  nextCursor: string | null
  laterCursor?: string | null
}

/** All pages of a list, one after the other. */
async function pages(s: HttpStory, name: OperationName, query: Record<string, string>): Promise<Listed[]> {
  const cursorName = name === 'readTranscript' ? 'before' : 'cursor'
  const found: Listed[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = found.at(-1)?.nextCursor ?? null)
    found.push(
      (await s.does(name, { query: { ...query, ...(cursor && { [cursorName]: cursor }) } })) as Listed,
    )
  return found
}

const idsOf = (found: Listed[]): string[] => found.flatMap(page => page.items.map(item => item.id))

/** Sessions with these titles; the first of them asks. */
async function withSessions(titles: string[]): Promise<[HttpStory, ...HttpStory[]]> {
  const at = await httpWorld()
  const first = await anotherStory(at, { title: titles[0] })
  const others: HttpStory[] = []
  for (const title of titles.slice(1)) others.push(await anotherStory(at, { title }))
  return [first, ...others]
}

const writes = (...names: string[]) => ({
  calls: names.map(path => ({ name: 'write_file', arguments: { path, content: path } })),
})

describe('sessions', () => {
  test('come newest first, page by page, without gap or repeat', async () => {
    const all = await withSessions(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    const [s] = all
    await s.world.touches(
      `UPDATE "Session" SET "updatedAt" = '2026-01-01' WHERE title IN ('B', 'C', 'D', 'E')`,
    )
    const found = await pages(s, 'listSessions', { limit: '2' })
    expect(found.map(page => page.items.length)).toEqual([2, 2, 2, 1])
    expect(found).toMatchObject(Array(4).fill({ total: 7 }))
    const inOrder = [6, 5, 0, 4, 3, 2, 1].map(at => all[at]?.sessionId)
    expect(idsOf(found)).toEqual(inOrder)
    expect(idsOf(await pages(s, 'listSessions', { limit: '7' }))).toEqual(inOrder)
  })

  test('are found by words of their title, by state, and in the archive', async () => {
    const all = await withSessions(['Release notes 100%', 'Nightly audit', 'Release plan'])
    const [s, nightly] = all
    const found = async (query: Record<string, string>) =>
      idsOf(await pages(s, 'listSessions', query)).map(id =>
        all.findIndex(({ sessionId }) => sessionId === id),
      )
    const words: [string, number[]][] = [
      ...([
        ['release', [2, 0]],
        ['NOTES rel', [0]],
        ['100%', [0]],
        ['%', [0]],
        ['_', []],
      ] as [string, number[]][]),
      [' ', [2, 1, 0]],
    ]
    for (const [q, wanted] of words) expect([q, await found({ q })]).toEqual([q, wanted])
    await nightly?.does('changeSession', { body: { archived: true } })
    expect(await found({ archived: 'true' })).toEqual([1])
    expect(await found({ archived: 'false' })).toEqual([2, 0])
    await s.plays([call('list_files', {}), { text: 'Done.' }])
    await s.waits()
    for (const [state, wanted] of [
      ['waiting', [0]],
      ['idle', [2]],
      ['running', []],
      ['error', []],
    ] as const)
      expect([state, await found({ state })]).toEqual([state, wanted])
    const nextCall = { tool: 'list_files', summary: 'List all files' }
    expect(await s.does('listSessions', { query: { state: 'waiting' } })).toMatchObject({
      items: [{ state: 'waiting', pendingCalls: 1, nextCall }],
      total: 1,
    })
  })
})

test('the inbox has waiting sets of all sessions, oldest first, with their titles, and says how many, as sessions do', async () => {
  const all = await withSessions(['A', 'B', 'C'])
  const [s] = all
  for (const each of all) {
    await each.plays([writes('a.txt', 'b.txt'), { text: 'Done.' }])
    await each.waits()
  }
  const found = await pages(s, 'listPending', { limit: '1' })
  expect(found.flatMap(({ items }) => items)).toMatchObject(
    all.map(({ sessionId }, at) => ({ sessionId, sessionTitle: 'ABC'[at] })),
  )
  const counts = { total: 3, waitingCalls: 6 }
  expect(found).toMatchObject([counts, counts, counts])
  const inbox = () => s.does('listPending', { query: { limit: '1' } })
  const sessions = () => s.does('listSessions', { query: { limit: '1', state: 'waiting' } })
  expect(await sessions()).toMatchObject({ items: [{}], ...counts })
  // What waits in the archive waits all the same.
  await s.does('changeSession', { body: { archived: true } })
  expect(await sessions()).toMatchObject({ total: 2, waitingCalls: 6 })
  await s.decides(await s.waits(), [{ kind: 'deny' }])
  expect(await inbox()).toMatchObject({ total: 3, waitingCalls: 5 })
  await s.does('deleteSession')
  expect(await inbox()).toMatchObject({ items: [{ sessionTitle: 'B' }], total: 2, waitingCalls: 4 })
})

test('entries come oldest first, before, after or around a place in the transcript', async () => {
  const s = await httpStory()
  for (const text of ['One', 'Two', 'Three', 'Four']) await s.ends((await s.plays([{ text }])).runId)
  const read = (query: Record<string, string> = {}) => s.does('readTranscript', { query })
  const all = await read()
  expect([all.nextCursor, all.laterCursor]).toEqual([null, null])
  expect(all.items.map(({ kind }) => kind)).toEqual(Array(4).fill(['user', 'assistant']).flat())
  const seqs = (page: Listed) => page.items.map(item => item.seq)
  const wanted = (from: number, to: number) => all.items.slice(from, to).map(({ seq }) => seq)
  const seqOf = (at: number) => String(all.items[at]?.seq)
  const paged = await pages(s, 'readTranscript', { limit: '5' })
  expect(paged.map(seqs)).toEqual([wanted(3, 8), wanted(0, 3)])
  expect(await read({ limit: '5', cursor: paged[0]?.nextCursor ?? '' })).toEqual(paged[1])
  expect((await read({ before: seqOf(2) })).items).toEqual(all.items.slice(0, 2))
  expect(await read({ before: '999999999999' })).toEqual(all)
  expect(await read({ before: '0' })).toEqual({ items: [], nextCursor: null, laterCursor: null })
  const middle = await read({ around: seqOf(4), limit: '3' })
  expect(seqs(middle)).toEqual(wanted(2, 5))
  expect(seqs(await read({ before: middle.nextCursor ?? '', limit: '3' }))).toEqual(wanted(0, 2))
  const later = await read({ after: middle.laterCursor ?? '', limit: '2' })
  expect(seqs(later)).toEqual(wanted(5, 7))
  const last = await read({ after: later.laterCursor ?? '', limit: '2' })
  expect([seqs(last), last.laterCursor]).toEqual([wanted(7, 8), null])
  const ends = await read({ around: seqOf(1), limit: '200' })
  expect([seqs(ends), ends.nextCursor, ends.laterCursor]).toEqual([wanted(0, 8), null, null])
  for (const query of [
    { after: '1', before: '2' },
    { around: '1', after: '2' },
    { cursor: '1', around: '2' },
  ])
    refused(await s.tries('readTranscript', { query }), 'invalid_request')
})

test('what waits in the queue is listed, and can be taken back', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([writes('a.txt'), { text: 'Done.' }])
  await s.waits()
  const say = (text: string, queueMode: string) => s.does('sendMessage', { body: { text, queueMode } })
  const steer = await say('Steer', 'steer')
  const [one, two] = [await say('One', 'collect'), await say('Two', 'collect')]
  const alone = await say('Alone', 'followup')
  expect([steer.runId, two.runId]).toEqual([runId, one.runId])
  const queue = async () => (await s.does('listQueue')).items
  expect((await queue()).map(({ id }) => id)).toEqual([steer, one, two, alone].map(said => said.messageId))
  const back = ({ messageId }: { messageId: string }): Asking => ({ at: messageId })
  for (const said of [steer, one, alone]) await s.does('deleteQueueItem', back(said))
  refused(await s.tries('deleteQueueItem', back(one)), 'not_found')
  expect(await queue()).toEqual((await s.view()).queue)
  expect((await queue()).map(({ id }) => id)).toEqual([two.messageId])
  expect(await s.does('readRun', { at: alone.runId })).toMatchObject({
    status: 'ended',
    stopReason: 'cancelled',
  })
  expect(await s.does('readRun', { at: one.runId })).toMatchObject({ status: 'queued' })
  expect(await s.does('stopSession')).toEqual({ runId })
  await s.ends(runId)
  expect([await queue(), (await s.view()).session.state]).toEqual([[], 'idle'])
})
