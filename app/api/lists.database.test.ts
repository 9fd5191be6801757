import { describe, expect, test } from 'vitest'
import type { OperationName } from '@/lib/domain/contract/contract'
import type { SessionView } from '@/lib/domain/session/view'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'
import { createWorld } from '@/lib/testing/world/world'

type Listed = {
  items: { id: string; seq?: number }[]
  nextCursor: string | null
  total?: number
  waitingCalls?: number
}

/** All pages of a list, one after the other. */
async function pages(url: string, name: OperationName, path: string): Promise<Listed[]> {
  const cursorName = name === 'readTranscript' ? 'before' : 'cursor'
  const found: Listed[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&${cursorName}=${cursor}`
    const page = agreed(name, await ask(url, `GET ${path}${more}`)) as Listed
    found.push(page)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

const idsOf = (found: Listed[]): string[] => found.flatMap(page => page.items.map(item => item.id))

async function withSessions(titles: string[]) {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer() })
  const ids: string[] = []
  for (const title of titles) {
    const made = agreed(
      'createSession',
      await ask(url, 'POST /api/sessions', { body: { title, model: 'scripted:replay' } }),
    )
    ids.push((made as { id: string }).id)
  }
  return { world, url, ids }
}

describe('sessions', () => {
  test('come newest first, page by page, without gap or repeat', async () => {
    const { world, url, ids } = await withSessions(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    await world.touches(`UPDATE "Session" SET "updatedAt" = '2026-01-01' WHERE title IN ('B', 'C', 'D', 'E')`)
    const found = await pages(url, 'listSessions', '/api/sessions?limit=2')
    expect(found.map(page => page.items.length)).toEqual([2, 2, 2, 1])
    expect(found.map(page => page.total)).toEqual([7, 7, 7, 7])
    const inOrder = [ids[6], ids[5], ids[0], ids[4], ids[3], ids[2], ids[1]]
    expect(idsOf(found)).toEqual(inOrder)
    expect(idsOf(await pages(url, 'listSessions', '/api/sessions?limit=7'))).toEqual(inOrder)
  })

  test('are found by words of their title, by state, and in the archive', async () => {
    const { world, url, ids } = await withSessions(['Release notes 100%', 'Nightly audit', 'Release plan'])
    const found = async (query: string) =>
      idsOf(await pages(url, 'listSessions', `/api/sessions?${query}`)).map(id => ids.indexOf(id))
    const total = async (query: string) =>
      (agreed('listSessions', await ask(url, `GET /api/sessions?limit=1&${query}`)) as Listed).total
    expect(await found('q=release')).toEqual([2, 0])
    expect(await total('q=release')).toBe(2)
    expect(await found('q=NOTES%20rel')).toEqual([0])
    expect(await found('q=100%25')).toEqual([0])
    expect(await found('q=%25')).toEqual([0])
    expect(await found('q=_')).toEqual([])
    expect(await found('q=%20')).toEqual([2, 1, 0])
    await ask(url, `PATCH /api/sessions/${ids[1]}`, { body: { archived: true } })
    expect(await found('archived=true')).toEqual([1])
    expect(await found('archived=false')).toEqual([2, 0])
    const turns = [call('list_files', {}), { text: 'Done.' }]
    const body = { text: JSON.stringify({ turns }) }
    await ask(url, `POST /api/sessions/${ids[0]}/messages`, { body })
    const waiting = async () => (await found('state=waiting')).length > 0
    await world.until('a session that waits', waiting)
    expect(await found('state=waiting')).toEqual([0])
    expect(await found('state=idle')).toEqual([2])
    expect(await found('state=running')).toEqual([])
    expect(await found('state=error')).toEqual([])
    const listed = await ask(url, 'GET /api/sessions?state=waiting')
    const nextCall = { tool: 'list_files', summary: 'List all files' }
    const item = { state: 'waiting', pendingCalls: 1, nextCall }
    expect(listed.json).toMatchObject({ items: [item], total: 1 })
    expect([await total('state=idle'), await total('archived=true'), await total('')]).toEqual([1, 1, 2])
  })

  test('refuse a query that is none', async () => {
    const { url } = await withSessions([])
    const foreign = Buffer.from(JSON.stringify(['pending', '2026-01-01T00:00:00.000Z', 'x'])).toString(
      'base64url',
    )
    const queries = [
      'limit=0',
      'limit=201',
      'limit=x',
      'limit=',
      'state=happy',
      'archived=1',
      'cursor=x',
      'cursor=',
      `cursor=${foreign}`,
      'q=%00',
      `q=${'x'.repeat(201)}`,
    ]
    for (const query of queries) {
      const { errors } = refused(await ask(url, `GET /api/sessions?${query}`), 'invalid_request')
      expect([query, errors?.[0]?.path]).toEqual([query, `/${query.split('=')[0]}`])
    }
  })
})

test('the inbox has waiting sets of all sessions, oldest first, with their titles', async () => {
  const { world, url, ids } = await withSessions(['A', 'B', 'C'])
  const body = {
    text: JSON.stringify({ turns: [call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }] }),
  }
  for (const [index, id] of ids.entries()) {
    await ask(url, `POST /api/sessions/${id}/messages`, { body })
    await world.until('one more', async () => {
      const { items } = agreed('listPending', await ask(url, 'GET /api/pending')) as Listed
      return items.length === index + 1
    })
  }
  const found = await pages(url, 'listPending', '/api/pending?limit=1')
  const items = found.flatMap(page => page.items as unknown as { sessionId: string; sessionTitle: string }[])
  expect(items.map(item => [item.sessionId, item.sessionTitle])).toEqual(
    ids.map((id, index) => [id, 'ABC'[index]]),
  )
  refused(await ask(url, 'GET /api/pending?cursor=x'), 'invalid_request')
  await ask(url, `DELETE /api/sessions/${ids[1]}`)
  expect(idsOf(await pages(url, 'listPending', '/api/pending'))).toHaveLength(2)
})

test('the inbox and the sessions say how much there is of them, however short the page', async () => {
  const { world, url, ids } = await withSessions(['A', 'B', 'C'])
  const calls = ['a.txt', 'b.txt'].map(path => ({ name: 'write_file', arguments: { path, content: path } }))
  const body = { text: JSON.stringify({ turns: [{ calls }, { text: 'Done.' }] }) }
  for (const id of ids) await ask(url, `POST /api/sessions/${id}/messages`, { body })
  const inbox = async (query = 'limit=1') =>
    agreed('listPending', await ask(url, `GET /api/pending?${query}`)) as Listed
  await world.until('three sets', async () => (await inbox()).total === 3)
  expect(await inbox()).toMatchObject({ items: [{}], total: 3, waitingCalls: 6 })
  const { nextCursor } = await inbox()
  expect(await inbox(`limit=1&cursor=${nextCursor}`)).toMatchObject({ total: 3, waitingCalls: 6 })
  const sessions = async () =>
    agreed('listSessions', await ask(url, 'GET /api/sessions?state=waiting&limit=1')) as Listed
  expect(await sessions()).toMatchObject({ items: [{}], total: 3, waitingCalls: 6 })
  // What waits in the archive waits all the same.
  await ask(url, `PATCH /api/sessions/${ids[0]}`, { body: { archived: true } })
  expect(await sessions()).toMatchObject({ total: 2, waitingCalls: 6 })
  const [set] = (await inbox()).items as unknown as WaitingSet[]
  const [first] = set?.calls ?? []
  const decisions = [{ callId: first?.id, digest: first?.digest, kind: 'deny' }]
  await ask(url, `POST /api/sets/${set?.id}/decisions`, { body: { decisions } })
  expect(await inbox()).toMatchObject({ total: 3, waitingCalls: 5 })
  await ask(url, `DELETE /api/sessions/${set?.sessionId}`)
  expect(await inbox()).toMatchObject({ total: 2, waitingCalls: 4 })
})

type WaitingSet = { id: string; sessionId: string; calls: { id: string; digest: string }[] }

test('older entries come oldest first, before a place in the transcript', async () => {
  const s = await httpStory()
  for (const text of ['One', 'Two', 'Three']) await s.ends((await s.plays([{ text }])).runId)
  const path = `/api/sessions/${s.sessionId}/transcript`
  const all = agreed('readTranscript', await ask(s.url, `GET ${path}`)) as Listed
  expect(all.nextCursor).toBeNull()
  expect(all.items.map(item => (item as { kind?: string }).kind)).toEqual(
    Array(3).fill(['user', 'assistant']).flat(),
  )
  const found = await pages(s.url, 'readTranscript', `${path}?limit=4`)
  expect(found.map(page => page.items.map(item => item.seq))).toEqual([
    all.items.slice(2).map(item => item.seq),
    all.items.slice(0, 2).map(item => item.seq),
  ])
  const again = `${path}?limit=4&cursor=${found[0]?.nextCursor}`
  expect((await ask(s.url, `GET ${again}`)).json).toEqual(found[1])
  const third = all.items[2]?.seq
  const before = agreed('readTranscript', await ask(s.url, `GET ${path}?before=${third}`)) as Listed
  expect(before.items).toEqual(all.items.slice(0, 2))
  expect((await ask(s.url, `GET ${path}?before=999999999999`)).json).toEqual(all)
  expect((await ask(s.url, `GET ${path}?before=0`)).json).toEqual({
    items: [],
    nextCursor: null,
    laterCursor: null,
  })
  for (const before of ['x', '-1', '1.5', ''])
    refused(await ask(s.url, `GET ${path}?before=${before}`), 'invalid_request')
})

test('a place far back in a transcript is read with what is around it, and from there both ways', async () => {
  const s = await httpStory()
  for (const text of ['One', 'Two', 'Three', 'Four']) await s.ends((await s.plays([{ text }])).runId)
  const path = `/api/sessions/${s.sessionId}/transcript`
  type Around = Listed & { laterCursor: string | null }
  const read = async (query: string) =>
    agreed('readTranscript', await ask(s.url, `GET ${path}?${query}`)) as Around
  const all = (await read('')).items
  const seqs = (page: Listed) => page.items.map(item => item.seq)
  const wanted = (from: number, to: number) => all.slice(from, to).map(item => item.seq)
  const middle = await read(`around=${all[4]?.seq}&limit=3`)
  expect(seqs(middle)).toEqual(wanted(2, 5))
  expect(seqs(await read(`before=${middle.nextCursor}&limit=3`))).toEqual(wanted(0, 2))
  const later = await read(`after=${middle.laterCursor}&limit=2`)
  expect(seqs(later)).toEqual(wanted(5, 7))
  const last = await read(`after=${later.laterCursor}&limit=2`)
  expect([seqs(last), last.laterCursor]).toEqual([wanted(7, 8), null])
  const ends = await read(`around=${all[1]?.seq}&limit=200`)
  expect([seqs(ends), ends.nextCursor, ends.laterCursor]).toEqual([wanted(0, 8), null, null])
  expect((await read('')).laterCursor).toBeNull()
  for (const query of ['after=1&before=2', 'around=1&after=2', 'around=x', 'after=-1', 'cursor=1&around=2'])
    refused(await ask(s.url, `GET ${path}?${query}`), 'invalid_request')
})

test('what waits in the queue is listed, and can be taken back', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
  await s.waits()
  const path = `/api/sessions/${s.sessionId}`
  const say = async (text: string, queueMode: string) =>
    agreed('sendMessage', await ask(s.url, `POST ${path}/messages`, { body: { text, queueMode } })) as {
      runId: string
      messageId: string
    }
  const steer = await say('Steer', 'steer')
  const [one, two] = [await say('One', 'collect'), await say('Two', 'collect')]
  const alone = await say('Alone', 'followup')
  expect(steer.runId).toBe(runId)
  expect(two.runId).toBe(one.runId)
  const queue = async () => (agreed('listQueue', await ask(s.url, `GET ${path}/queue`)) as Listed).items
  expect((await queue()).map(item => item.id)).toEqual([steer, one, two, alone].map(said => said.messageId))
  const takeBack = async (said: { messageId: string }) => ask(s.url, `DELETE ${path}/queue/${said.messageId}`)
  for (const said of [steer, one, alone]) expect((await takeBack(said)).status).toBe(204)
  refused(await takeBack(one), 'not_found')
  expect(await queue()).toEqual((await s.view()).queue)
  expect((await queue()).map(item => item.id)).toEqual([two.messageId])
  const run = async (id: string) => agreed('readRun', await ask(s.url, `GET /api/runs/${id}`))
  expect(await run(alone.runId)).toMatchObject({ status: 'ended', stopReason: 'cancelled' })
  expect(await run(one.runId)).toMatchObject({ status: 'queued' })
  expect(agreed('stopSession', await ask(s.url, `POST ${path}/stop`))).toEqual({ runId })
  await s.ends(runId)
  expect(await queue()).toEqual([])
  const view: SessionView = await s.view()
  expect(view.session.state).toBe('idle')
})

test('models and tools are listed', async () => {
  const { url } = await withSessions([])
  expect(agreed('listModels', await ask(url, 'GET /api/models'))).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ id: 'scripted:demo' })]),
  })
  const tools = agreed('listTools', await ask(url, 'GET /api/tools')) as {
    items: { name: string; definitionHash: string }[]
  }
  expect(tools.items.map(tool => tool.name)).toContain('write_file')
  for (const tool of tools.items) expect(tool.definitionHash).toMatch(/^sha256:/)
})
