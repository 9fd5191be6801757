import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import type { ToolItem } from '@/lib/domain/call/tool'
import { Refusal } from '@/lib/domain/contract/problem'
import { newId } from '@/lib/server/new-id'
import { insertRule } from '@/lib/store/call/rule'
import { agreed, ask, refused, type Sent } from '@/lib/testing/http/http-client'
import { about, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const WRITE = { path: 'a.txt', content: 'a\n' }

const run = (s: HttpStory, tool: string, sent: Sent) => ask(s.url, `POST /api/tools/${tool}/run`, sent)

const runs = async (s: HttpStory, tool: string, body: object): Promise<CallSet> =>
  agreed('runTool', await run(s, tool, { body })) as CallSet

async function settled(s: HttpStory, { id }: CallSet): Promise<CallSet> {
  return s.world.until('a set that is settled', async () => {
    const set = agreed('readSet', await ask(s.url, `GET /api/sets/${id}`)) as CallSet
    return set.calls.every(each => each.state === 'settled') && set
  })
}

async function used(s: HttpStory): Promise<Record<string, { uses?: number; lastUsedAt?: string }>> {
  const { items } = agreed('listTools', await ask(s.url, 'GET /api/tools')) as { items: ToolItem[] }
  return Object.fromEntries(
    items.flatMap(({ name, uses, lastUsedAt }) => (uses === undefined ? [] : [[name, { uses, lastUsedAt }]])),
  )
}

describe('a tool that a person tries', () => {
  test('runs in the session they name, beside what waits there, and is kept in its record', async () => {
    const s = await httpStory()
    await s.plays([call('write_file', WRITE), { text: 'Done.' }])
    const waits = await s.waits()
    const set = await runs(s, 'make_folder', { sessionId: s.sessionId, arguments: { path: 'notes' } })
    expect(set).toMatchObject({ sessionId: s.sessionId, origin: 'person', calls: [{ tool: 'make_folder' }] })
    expect(await settled(s, set)).toMatchObject({
      calls: [{ decisions: [{ kind: 'approve', by: { type: 'person' } }], result: { kind: 'ok' } }],
    })
    const { transcript, pendingSet } = await s.view()
    expect(pendingSet?.id).toBe(waits.id)
    expect(transcript.map(entry => entry.call?.tool)).toContain('make_folder')
  })

  test('runs with its arguments as they were written', async () => {
    const s = await httpStory()
    const argumentsText = '{ "path": "b.txt",\n "content": "1.0" }'
    const set = await runs(s, 'write_file', { sessionId: s.sessionId, argumentsText })
    expect(set.calls[0]?.proposed.argumentsText).toBe(argumentsText)
    await settled(s, set)
    expect(await s.world.file('b.txt')).toBe('1.0')
  })

  test('runs without a session in one that is kept for it', async () => {
    const s = await httpStory()
    const one = await runs(s, 'list_files', { arguments: {} })
    const other = await runs(s, 'list_files', { arguments: {} })
    expect(other.sessionId).toBe(one.sessionId)
    expect(other.id).not.toBe(one.id)
    const session = await ask(s.url, `GET /api/sessions/${one.sessionId}`)
    expect(session.json).toMatchObject({ session: { key: 'tools', title: 'Tried tools' } })
    await settled(s, other)
  })

  test('may be one that no model is offered, and one that the session leaves out', async () => {
    const s = await httpStory({ tools: { exclude: ['list_files'] } })
    const set = await runs(s, 'list_files', { sessionId: s.sessionId, arguments: {} })
    expect(await settled(s, set)).toMatchObject({ calls: [{ result: { kind: 'ok' } }] })
    const restoring = { path: 'a.txt', from: 'absent', to: 'absent', mode: 420 }
    const answered = await run(s, 'restore_file', { body: { sessionId: s.sessionId, arguments: restoring } })
    expect(answered.text).not.toContain('unknown_tool')
  })

  test('never runs where a rule denies it', async () => {
    const s = await httpStory()
    const rule = {
      ...{
        id: newId(),
        effect: 'deny' as const,
        tool: 'write_file',
        reads: false,
        scope: 'session' as const,
      },
      ...{ sessionId: s.sessionId, matchers: [], enabled: true, uses: 0 },
    }
    await s.world.writes(rows => insertRule(rows, rule, new Date().toISOString()))
    const set = await runs(s, 'write_file', { sessionId: s.sessionId, arguments: WRITE })
    expect(set.calls).toMatchObject([{ state: 'settled', result: { kind: 'denied' } }])
    expect(await s.world.files()).toEqual([])
    const shown = await previews(s, 'write_file', { sessionId: s.sessionId, arguments: WRITE })
    expect(shown).toMatchObject({ verdict: 'deny', rule: rule.id })
  })

  test('runs once for a key, also where it could not run twice', async () => {
    const s = await httpStory()
    await s.world.puts('a.txt', 'a')
    const body = { sessionId: s.sessionId, arguments: { path: 'a.txt' } }
    const send = () => run(s, 'delete_file', { body, headers: { 'idempotency-key': 'once' } })
    const first = await send()
    await settled(s, agreed('runTool', first) as CallSet)
    expect(await s.world.files()).toEqual([])
    const second = await send()
    expect([second.status, second.text]).toEqual([202, first.text])
    refused(await run(s, 'delete_file', { body }), 'invalid_arguments')
  })
})

const previews = async (s: HttpStory, tool: string, body: object): Promise<PreviewAnswer> =>
  agreed('previewTool', await ask(s.url, `POST /api/tools/${tool}/preview`, { body })) as PreviewAnswer

describe('a tool that a person thinks of trying', () => {
  test('is previewed as on a card, and nothing of it runs or is stored', async () => {
    const s = await httpStory()
    await s.world.puts('a.txt', 'old\n')
    const wanted = { sessionId: s.sessionId, arguments: WRITE }
    const shown = await previews(s, 'write_file', wanted)
    expect(shown).toMatchObject({ errors: [], verdict: 'allow', risk: { level: expect.any(String) } })
    expect(shown.preview?.diff?.unified).toMatch(/-old\n\+a/)
    expect(await s.world.file('a.txt')).toBe('old\n')
    expect((await s.view()).transcript).toEqual([])
    const set = await runs(s, 'write_file', { ...wanted, previewDigest: shown.digest })
    expect(set.calls[0]?.decisions[0]?.digest).toBe(shown.digest)
    await settled(s, set)
    expect(await s.world.file('a.txt')).toBe('a\n')
  })

  test('runs only as it was previewed: neither on another file, nor with other arguments', async () => {
    const s = await httpStory()
    const wanted = { sessionId: s.sessionId, arguments: WRITE }
    const { digest: previewDigest } = await previews(s, 'write_file', wanted)
    const other = { ...wanted, arguments: { ...WRITE, content: 'b' }, previewDigest }
    refused(await run(s, 'write_file', { body: other }), 'stale_digest')
    await s.world.puts('a.txt', 'changed')
    refused(await run(s, 'write_file', { body: { ...wanted, previewDigest } }), 'stale_digest')
    expect(await s.world.file('a.txt')).toBe('changed')
    expect((await s.view()).transcript).toEqual([])
  })

  test('is told what is wrong with its arguments, and what will not run is refused as it would be', async () => {
    const s = await httpStory()
    const wrong = await previews(s, 'write_file', { sessionId: s.sessionId, arguments: { path: 1 } })
    expect(wrong.errors.map(({ path }) => path)).toContain('/path')
    expect(wrong.digest).toBeUndefined()
    const preview = (tool: string, body: object) => ask(s.url, `POST /api/tools/${tool}/preview`, { body })
    refused(await preview('nothing', { arguments: {} }), 'unknown_tool')
    refused(await preview('nothing', { sessionId: s.sessionId, arguments: {} }), 'unknown_tool')
    refused(await preview('list_files', { sessionId: newId(), arguments: {} }), 'not_found')
    refused(await preview('list_files', {}), 'invalid_request')
    refused(await ask(s.url, 'GET /api/tools/list_files/change'), 'not_found')
    refused(await ask(s.url, 'GET /api/tools/nothing/change'), 'not_found')
  })
})

describe('a tool is not run', () => {
  test('that there is none of, and no session is made for it', async () => {
    const s = await httpStory()
    refused(await run(s, 'nothing', { body: { arguments: {} } }), 'unknown_tool')
    refused(await run(s, 'nothing', { body: { sessionId: s.sessionId, arguments: {} } }), 'unknown_tool')
    expect((await ask(s.url, 'GET /api/sessions')).json).toMatchObject({ items: [{ id: s.sessionId }] })
  })

  test('with arguments that are not its own, with what is wrong by its place', async () => {
    const s = await httpStory()
    const body = { sessionId: s.sessionId, arguments: { path: 1 } }
    const { errors } = refused(await run(s, 'write_file', { body }), 'invalid_arguments')
    expect(errors?.map(({ path }) => path)).toContain('/path')
    refused(await run(s, 'write_file', { body: { argumentsText: '{' } }), 'invalid_arguments')
    refused(await run(s, 'write_file', { body: {} }), 'invalid_request')
    refused(await run(s, 'write_file', { body: { ...body, argumentsText: '{}' } }), 'invalid_request')
    expect((await s.view()).transcript).toEqual([])
  })

  test('in a session that there is none of', async () => {
    const s = await httpStory()
    for (const sessionId of [newId(), 'nothing'])
      refused(await run(s, 'list_files', { body: { sessionId, arguments: {} } }), 'not_found')
  })

  test('that cannot be used in this installation, and the answer says why', async () => {
    const s = await httpStory()
    const working = await s.current.working()
    if (working instanceof Refusal) throw new Error(working.detail)
    const { tools } = working.deps
    const definition = tools.find('list_files')
    if (!definition) throw new Error('There is no list_files.')
    const unavailable = 'The server of this tool does not run.'
    tools.replace('mcp:gone', [{ ...definition, source: 'mcp:gone', name: 'gone__list', unavailable }])
    onTestFinished(() => tools.replace('mcp:gone', []))
    const body = { arguments: {} }
    for (const sent of [body, { ...body, sessionId: s.sessionId }])
      expect(refused(await run(s, 'gone__list', { body: sent }), 'invalid_request').detail).toBe(unavailable)
  })
})

test('the list of tools says how often each began, and when last', async () => {
  const s = await httpStory()
  expect(await used(s)).toEqual({})
  const { runId } = await s.plays([call('write_file', WRITE), call('list_files', {}), { text: 'Done.' }])
  const first = await s.waits()
  expect(await used(s)).toEqual({})
  const decisions = [about(first.calls[0], { kind: 'approve' })]
  agreed('decide', await ask(s.url, `POST /api/sets/${first.id}/decisions`, { body: { decisions } }))
  const second = await s.world.until('the next set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.id !== first.id && pendingSet
  })
  expect(Object.keys(await used(s))).toEqual(['write_file'])
  const denied = [about(second.calls[0], { kind: 'deny' })]
  agreed('decide', await ask(s.url, `POST /api/sets/${second.id}/decisions`, { body: { decisions: denied } }))
  await s.ends(runId)
  const tried = await settled(s, await runs(s, 'write_file', { arguments: { path: 'b', content: '' } }))
  const { write_file, ...others } = await used(s)
  expect(others).toEqual({})
  expect(write_file).toEqual({ uses: 2, lastUsedAt: tried.calls[0]?.startedAt })
  agreed('deleteSession', await ask(s.url, `DELETE /api/sessions/${tried.sessionId}`))
  expect(await used(s)).toMatchObject({ write_file: { uses: 1 } })
})
