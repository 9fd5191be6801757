import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { Refusal } from '@/lib/domain/contract/problem'
import { plain } from '@/lib/messages/phrase'
import { newId } from '@/lib/server/new-id'
import { insertRule } from '@/lib/store/policy/rule'
import { aRule } from '@/test/factories'
import { faultsOf, refused } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const WRITE = { path: 'a.txt', content: 'a\n' }

/** In the session of the story, where no other is named. */
const runs = (s: HttpStory, at: string, body: object) =>
  s.does('runTool', { at, body: { sessionId: s.sessionId, ...body } })
const previews = (s: HttpStory, at: string, body: object) =>
  s.does('previewTool', { at, body: { sessionId: s.sessionId, ...body } })

const settled = (s: HttpStory, { id }: CallSet): Promise<CallSet> =>
  s.world.until('a set that is settled', async () => {
    const set = await s.does('readSet', { at: id })
    return set.calls.every(each => each.state === 'settled') && set
  })

const used = async (
  s: HttpStory,
): Promise<Record<string, { uses: number; lastUsedAt?: string | undefined }>> => {
  const { items } = await s.does('listTools')
  return Object.fromEntries(
    items.flatMap(({ name, uses, lastUsedAt }) => (uses === undefined ? [] : [[name, { uses, lastUsedAt }]])),
  )
}

describe('a tool that a person tries', () => {
  test('runs in the session they name, beside what waits there, as it was written, and is kept in its record', async () => {
    const s = await httpStory({ tools: { exclude: ['make_folder'] } })
    await s.plays([call('write_file', WRITE), { text: 'Done.' }])
    const waits = await s.waits()
    const set = await runs(s, 'make_folder', { arguments: { path: 'notes' } })
    expect(set).toMatchObject({ sessionId: s.sessionId, origin: 'person', calls: [{ tool: 'make_folder' }] })
    expect(await settled(s, set)).toMatchObject({
      calls: [{ decisions: [{ kind: 'approve', by: { type: 'person' } }], result: { kind: 'ok' } }],
    })
    const { transcript, pendingSet } = await s.view()
    expect(pendingSet?.id).toBe(waits.id)
    expect(transcript.map(entry => entry.call?.tool)).toContain('make_folder')
    const argumentsText = '{ "path": "b.txt",\n "content": "1.0" }'
    const written = await runs(s, 'write_file', { argumentsText })
    expect(written.calls[0]?.proposed.argumentsText).toBe(argumentsText)
    await settled(s, written)
    expect(await s.world.file('b.txt')).toBe('1.0')
    // One that no model is offered.
    const body = {
      sessionId: s.sessionId,
      arguments: { path: 'a.txt', from: 'absent', to: 'absent', mode: 420 },
    }
    expect((await s.tries('runTool', { at: 'restore_file', body })).text).not.toContain('unknown_tool')
  })

  test('never runs where a rule denies it', async () => {
    const s = await httpStory()
    const rule = aRule({ effect: 'deny', tool: 'write_file', scope: 'session', sessionId: s.sessionId })
    await s.world.writes(rows => insertRule(rows, rule))
    const set = await runs(s, 'write_file', { arguments: WRITE })
    expect(set.calls).toMatchObject([{ state: 'settled', result: { kind: 'denied' } }])
    expect(await s.world.files()).toEqual([])
    expect(await previews(s, 'write_file', { arguments: WRITE })).toMatchObject({
      verdict: 'deny',
      rule: rule.id,
    })
  })
})

describe('a tool that a person thinks of trying', () => {
  test('is previewed as on a card, and nothing of it runs or is stored', async () => {
    const s = await httpStory()
    await s.world.puts('a.txt', 'old\n')
    const shown = await previews(s, 'write_file', { arguments: WRITE })
    expect(shown).toMatchObject({ errors: [], verdict: 'allow', risk: { level: expect.any(String) } })
    expect(shown.preview?.diff?.unified).toMatch(/-old\n\+a/)
    expect([await s.world.file('a.txt'), (await s.view()).transcript]).toEqual(['old\n', []])
    const set = await runs(s, 'write_file', { arguments: WRITE, previewDigest: shown.digest })
    expect(set.calls[0]?.decisions[0]?.digest).toBe(shown.digest)
    await settled(s, set)
    expect(await s.world.file('a.txt')).toBe('a\n')
  })

  test('runs only as it was previewed: neither on another file, nor with other arguments', async () => {
    const s = await httpStory()
    const { digest: previewDigest } = await previews(s, 'write_file', { arguments: WRITE })
    const tries = (args: object) =>
      s.tries('runTool', {
        at: 'write_file',
        body: { sessionId: s.sessionId, arguments: args, previewDigest },
      })
    refused(await tries({ ...WRITE, content: 'b' }), 'stale_digest')
    await s.world.puts('a.txt', 'changed')
    refused(await tries(WRITE), 'stale_digest')
    expect([await s.world.file('a.txt'), (await s.view()).transcript]).toEqual(['changed', []])
  })
})

describe('a tool is neither run nor previewed', () => {
  test('that there is none of, or in a session that there is none of, and none is made for it', async () => {
    const s = await httpStory()
    const rows = [
      ...[{}, { sessionId: s.sessionId }].map(body => ['nothing', body, 'unknown_tool'] as const),
      ...[newId(), 'nothing'].map(sessionId => ['list_files', { sessionId }, 'not_found'] as const),
    ]
    for (const [at, body, code] of rows)
      for (const name of ['runTool', 'previewTool'] as const)
        refused(await s.tries(name, { at, body: { arguments: {}, ...body } }), code)
    for (const at of ['list_files', 'nothing']) refused(await s.tries('readToolChange', { at }), 'not_found')
    expect((await s.does('listSessions')).items).toMatchObject([{ id: s.sessionId }])
  })

  test('with arguments that are not its own, with what is wrong by its place', async () => {
    const s = await httpStory()
    const tries = (body: object) =>
      s.tries('runTool', { at: 'write_file', body: { sessionId: s.sessionId, ...body } })
    expect(faultsOf(await tries({ arguments: { path: 1 } }), 'invalid_arguments')).toContain('/path')
    refused(await tries({ argumentsText: '{' }), 'invalid_arguments')
    for (const body of [{}, { arguments: {}, argumentsText: '{}' }])
      refused(await tries(body), 'invalid_request')
    const shown = await previews(s, 'write_file', { arguments: { path: 1 } })
    expect(shown.errors.map(({ path }) => path)).toContain('/path')
    expect([shown.digest, (await s.view()).transcript]).toEqual([undefined, []])
  })

  test('that cannot be used in this installation, and the answer says why', async () => {
    const s = await httpStory()
    const working = await s.current.working()
    if (working instanceof Refusal) throw new Error(working.detail)
    const { tools } = working.deps
    const definition = tools.find('list_files')
    if (!definition) throw new Error('There is no list_files.')
    const unavailable = 'The server of this tool does not run.'
    tools.replace('mcp:gone', [
      { ...definition, source: 'mcp:gone', name: 'gone__list', unavailable: plain(unavailable) },
    ])
    onTestFinished(() => tools.replace('mcp:gone', []))
    for (const body of [{ arguments: {} }, { arguments: {}, sessionId: s.sessionId }])
      expect(refused(await s.tries('runTool', { at: 'gone__list', body }), 'invalid_request').detail).toBe(
        unavailable,
      )
  })
})

test('the list of tools says how often each began, and when last', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([call('write_file', WRITE), call('list_files', {}), { text: 'Done.' }])
  const first = await s.waits()
  expect(await used(s)).toEqual({})
  await s.decides(first)
  const second = await s.world.until('the next set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.id !== first.id && pendingSet
  })
  expect(Object.keys(await used(s))).toEqual(['write_file'])
  await s.decides(second, [{ kind: 'deny' }])
  await s.ends(runId)
  const body = { arguments: { path: 'b', content: '' } }
  const tried = await settled(s, await s.does('runTool', { at: 'write_file', body }))
  expect(await used(s)).toEqual({ write_file: { uses: 2, lastUsedAt: tried.calls[0]?.startedAt } })
  // Without a session it ran in one that is kept for it.
  const { session } = await s.does('readSession', { at: tried.sessionId })
  expect(session).toMatchObject({ key: 'tools', title: 'Tried tools' })
  const other = await settled(s, await s.does('runTool', { at: 'list_files', body: { arguments: {} } }))
  expect([other.sessionId, other.id === tried.id]).toEqual([tried.sessionId, false])
  await s.does('deleteSession', { at: tried.sessionId })
  expect(await used(s)).toMatchObject({ write_file: { uses: 1 } })
  const { items } = await s.does('listTools')
  expect(items.find(({ name }) => name === 'restore_file')).toMatchObject({ forPeople: true, enabled: true })
  expect(items.find(({ name }) => name === 'write_file')).not.toHaveProperty('forPeople')
  for (const { definitionHash } of items) expect(definitionHash).toMatch(/^sha256:/)
})
