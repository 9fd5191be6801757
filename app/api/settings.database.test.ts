import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionView } from '@/lib/domain/session/view'
import { type Answered, agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const paths = (answered: Answered): string[] =>
  (refused(answered, 'invalid_request').errors ?? []).map(error => error.path)

describe('settings of a session', () => {
  test('stay in the workspace, and name a model that there is', async () => {
    const { url, sessionId, world } = await httpStory()
    await symlink(tmpdir(), path.join(world.workspace, 'out'))
    await world.puts('notes.txt', 'a file')
    for (const workspace of [
      ...['..', '../x', 'a/../../x', '/etc', 'a/./../..', '\u0000'],
      ...['out', './out/x', 'notes.txt', 'notes.txt/x'],
    ]) {
      const line = `PATCH /api/sessions/${sessionId}`
      const answers = [
        await ask(url, 'POST /api/sessions', { body: { workspace } }),
        await ask(url, line, { body: { workspace } }),
      ]
      for (const answered of answers) {
        expect([workspace, paths(answered)]).toEqual([workspace, ['/workspace']])
      }
    }
    expect(paths(await ask(url, 'POST /api/sessions', { body: { model: 'scripted:none' } }))).toEqual([
      '/model',
    ])
    expect(paths(await ask(url, 'POST /api/sessions', { body: { mode: 'yolo', title: '' } }))).toEqual([
      '/title',
      '/mode',
    ])
  })
})

test('tools are offered and withheld by names that there are, or that are set already', async () => {
  const { url, sessionId, world } = await httpStory()
  const line = `PATCH /api/sessions/${sessionId}`
  const tools = { include: ['read_file', 'reed_file'], exclude: ['gated_read', ' write_file', ''] }
  for (const answered of [
    await ask(url, 'POST /api/sessions', { body: { tools } }),
    await ask(url, line, { body: { tools, title: 'Not stored' } }),
  ]) {
    const problem = refused(answered, 'unknown_tool')
    expect(problem.errors?.map(error => error.path)).toEqual([
      ...['/tools/include/1', '/tools/exclude/1', '/tools/exclude/2'],
    ])
    expect(problem.detail).toContain('Unknown tool: reed_file. There are: list_files, ')
    expect(problem.tools).toEqual(expect.arrayContaining(['write_file', 'task_complete', 'gated_read']))
    expect(problem.tools).not.toContain('restore_file')
  }
  const session = async () => (await ask(url, `GET /api/sessions/${sessionId}`)).json as SessionView
  expect((await session()).session).toMatchObject({ title: 'New session', tools: { include: null } })
  const named = { include: ['read_file', 'task_complete'], exclude: ['gated_read'] }
  agreed('changeSession', await ask(url, line, { body: { tools: named } }))
  await world.touches(`UPDATE "Session" SET tools = '{"include": ["gone"], "exclude": []}'`)
  agreed('changeSession', await ask(url, line, { body: { title: 'Titles' } }))
  agreed('changeSession', await ask(url, line, { body: { tools: { include: ['gone', 'read_file'] } } }))
  agreed('changeSession', await ask(url, line, { body: { tools: { include: null } } }))
  refused(await ask(url, line, { body: { tools: { include: ['gone'] } } }), 'unknown_tool')
})

test('the workspace of a session is made where it is missing', async () => {
  const { url, world } = await httpStory()
  const body = { model: 'scripted:replay', workspace: './deep//down/' }
  const made = agreed('createSession', await ask(url, 'POST /api/sessions', { body })) as { id: string }
  expect(made).toMatchObject({ workspace: 'deep/down' })
  const turns = [call('list_files', {}), { text: 'Done.' }]
  await ask(url, `POST /api/sessions/${made.id}/messages`, { body: { text: JSON.stringify({ turns }) } })
  const view = async () => (await ask(url, `GET /api/sessions/${made.id}`)).json as SessionView
  const set = await world.until('a set', async () => (await view()).pendingSet)
  const decisions = [about(set.calls[0], { kind: 'approve' })]
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  const settled = async () => (await view()).transcript.find(entry => entry.kind === 'result')?.call
  expect(await world.until('a result', settled)).toMatchObject({ result: 'ok' })
  agreed('changeSession', await ask(url, `PATCH /api/sessions/${made.id}`, { body: { workspace: 'other' } }))
  expect(await world.files()).toEqual(['deep', 'other'])
})

test('how much a model thinks is a setting of the session, and of one message', async () => {
  const { url, sessionId } = await httpStory()
  const changed = await ask(url, `PATCH /api/sessions/${sessionId}`, { body: { thinking: 'high' } })
  expect(agreed('changeSession', changed)).toMatchObject({ thinking: 'high' })
  const line = `POST /api/sessions/${sessionId}/messages`
  const overrides = (thinking: string) =>
    ask(url, line, { body: { text: 'a', queueMode: 'followup', overrides: { thinking } } })
  for (const thinking of ['max', 'default']) expect((await overrides(thinking)).status).toBe(202)
  expect(paths(await overrides('much'))).toEqual(['/overrides/thinking'])
})

describe('a thinking level that a model lacks', () => {
  const lacking = (answered: Answered) => {
    const { errors = [], levels, detail } = refused(answered, 'invalid_request')
    return { path: errors.map(error => error.path).join(), levels, detail }
  }
  const sol = {
    levels: ['default', 'low', 'medium', 'high', 'xhigh', 'max'],
    detail:
      'openai:gpt-6.1-sol has no thinking level “none”. It has: default, low, medium, high, xhigh, max.',
  }
  const luna = 'openai:gpt-6-luna'

  test('is refused with those that it has, where the level or the model is set', async () => {
    const { url, sessionId, view } = await httpStory()
    const body = { model: 'openai:gpt-6.1-sol', thinking: 'none' }
    const line = `PATCH /api/sessions/${sessionId}`
    for (const answered of [
      await ask(url, 'POST /api/sessions', { body }),
      await ask(url, line, { body: { ...body, title: 'Not stored' } }),
    ]) {
      expect(lacking(answered)).toEqual({ path: '/thinking', ...sol })
    }
    agreed('changeSession', await ask(url, line, { body: { model: luna, thinking: 'none' } }))
    const moved = await ask(url, line, { body: { model: body.model } })
    expect(lacking(moved)).toEqual({ path: '/model', ...sol })
    expect((await view()).session).toMatchObject({ title: 'New session', model: luna, thinking: 'none' })
    agreed('changeSession', await ask(url, line, { body: { title: 'Titled' } }))
    agreed('changeSession', await ask(url, line, { body: { model: body.model, thinking: 'low' } }))
    expect(lacking(await ask(url, line, { body: { thinking: 'none' } }))).toEqual({
      path: '/thinking',
      ...sol,
    })
  })

  test('is refused where one message asks for it, and nothing of it is stored', async () => {
    const { url, sessionId, view } = await httpStory({ model: luna, thinking: 'none' })
    const says = (overrides: object) =>
      ask(url, `POST /api/sessions/${sessionId}/messages`, { body: { text: 'Hello', overrides } })
    expect(lacking(await says({ model: 'openai:gpt-6.1-sol' }))).toEqual({ path: '/overrides/model', ...sol })
    expect(lacking(await says({ thinking: 'minimal' }))).toMatchObject({
      path: '/overrides/thinking',
      levels: ['default', 'none', 'low', 'medium', 'high', 'xhigh', 'max'],
    })
    expect((await view()).transcript).toEqual([])
    const both = { model: 'compatible:any', thinking: 'minimal' }
    expect((await says(both)).status).toBe(202)
  })
})

describe('settings of the installation', () => {
  test('open internal hosts, as requests spell them, and stay where they are not named', async () => {
    const { url } = await httpStory()
    const read = async () => agreed('readSettings', await ask(url, 'GET /api/settings'))
    const change = (body: unknown) => ask(url, 'PATCH /api/settings', { body })
    expect(await read()).toEqual({ internalHosts: [], noticeAfterSeconds: 60, defaultModel: null })
    const hosts = ['Wiki.Internal.', 'wiki.internal', '127.1:3000', '[0:0::1]:8080']
    const opened = {
      internalHosts: ['wiki.internal', '127.0.0.1:3000', '[::1]:8080'],
      noticeAfterSeconds: 60,
      defaultModel: null,
    }
    expect(agreed('changeSettings', await change({ internalHosts: hosts }))).toEqual(opened)
    expect(agreed('changeSettings', await change({}))).toEqual(opened)
    expect(await read()).toEqual(opened)
    expect(agreed('changeSettings', await change({ internalHosts: [], noticeAfterSeconds: 5 }))).toEqual({
      internalHosts: [],
      noticeAfterSeconds: 5,
      defaultModel: null,
    })
  })

  test.each([
    [{ internalHosts: ['http://wiki.internal/'] }, '/internalHosts/0'],
    [{ internalHosts: ['a.internal', '10.0.0.0/8'] }, '/internalHosts/1'],
    [{ internalHosts: ['*.internal'] }, '/internalHosts/0'],
    [{ internalHosts: Array.from({ length: 101 }, (_, at) => `a${at}.internal`) }, '/internalHosts'],
    [{ internalHost: [] }, '/internalHost'],
    [{ noticeAfterSeconds: 0 }, '/noticeAfterSeconds'],
  ])('take no %j', async (body, place) => {
    const { url } = await httpStory()
    expect(paths(await ask(url, 'PATCH /api/settings', { body }))).toEqual([place])
  })
})
