import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Answered, faultsOf, refused } from '@/test/http/http-client'
import { anotherStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

test('the workspace of a session stays in the workspace, and is made where it is missing', async () => {
  const s = await httpStory()
  await symlink(tmpdir(), path.join(s.world.workspace, 'out'))
  await s.world.puts('notes.txt', 'a file')
  const elsewhere = [
    '..',
    '../x',
    'a/../../x',
    '/etc',
    'a/./../..',
    '\0',
    'out',
    './out/x',
    'notes.txt',
    'notes.txt/x',
  ]
  for (const workspace of elsewhere)
    for (const name of ['createSession', 'changeSession'] as const)
      expect([workspace, faultsOf(await s.tries(name, { body: { workspace } }))]).toEqual([
        workspace,
        ['/workspace'],
      ])
  const deep = await anotherStory(s, { workspace: './deep//down/' })
  expect((await deep.view()).session).toMatchObject({ workspace: 'deep/down' })
  const { runId } = await deep.plays([call('list_files', {}), { text: 'Done.' }])
  await deep.decides(await deep.waits())
  await deep.ends(runId)
  expect((await deep.view()).transcript.find(({ kind }) => kind === 'result')?.call).toMatchObject({
    result: 'ok',
  })
  await deep.does('changeSession', { body: { workspace: 'other' } })
  expect(await s.world.files()).toEqual(['deep', 'notes.txt', 'other', 'out'])
})

test('tools are offered and withheld by names that there are, or that are set already', async () => {
  const s = await httpStory()
  const tools = { include: ['read_file', 'reed_file'], exclude: ['gated_read', ' write_file', ''] }
  for (const name of ['createSession', 'changeSession'] as const) {
    const answered = await s.tries(name, { body: { tools, title: 'Not stored' } })
    expect(faultsOf(answered, 'unknown_tool')).toEqual([
      '/tools/include/1',
      '/tools/exclude/1',
      '/tools/exclude/2',
    ])
    const problem = refused(answered, 'unknown_tool')
    expect(problem.detail).toContain('Unknown tool: reed_file. There are: list_files, ')
    expect(problem.tools).toEqual(expect.arrayContaining(['write_file', 'task_complete', 'gated_read']))
    expect(problem.tools).not.toContain('restore_file')
  }
  expect((await s.view()).session).toMatchObject({ title: 'New session', tools: { include: null } })
  const change = (body: object) => s.does('changeSession', { body })
  await change({ tools: { include: ['read_file', 'task_complete'], exclude: ['gated_read'] } })
  await s.world.touches(`UPDATE "Session" SET tools = '{"include": ["gone"], "exclude": []}'`)
  await change({ title: 'Titles' })
  for (const include of [['gone', 'read_file'], null]) await change({ tools: { include } })
  refused(await s.tries('changeSession', { body: { tools: { include: ['gone'] } } }), 'unknown_tool')
})

test('a thinking level that a model lacks is refused with those that it has, and nothing of it is stored', async () => {
  const [sol, luna] = ['openai:gpt-6.1-sol', 'openai:gpt-6-luna']
  const has = 'default, low, medium, high, xhigh, max'
  const lacking = {
    levels: has.split(', '),
    detail: `${sol} has no thinking level “none”. It has: ${has}.`,
  }
  const told = (answered: Answered) => {
    const { levels, detail } = refused(answered, 'invalid_request')
    return { path: faultsOf(answered).join(), levels, detail }
  }
  const s = await httpStory()
  const tries = (body: object) => s.tries('changeSession', { body })
  const change = (body: object) => s.does('changeSession', { body })
  const says = (overrides: object) =>
    s.tries('sendMessage', { body: { text: 'Hello', queueMode: 'followup', overrides } })
  const none = { model: sol, thinking: 'none' }
  for (const answered of [
    await s.tries('createSession', { body: none }),
    await tries({ ...none, title: 'Not stored' }),
  ])
    expect(told(answered)).toEqual({ path: '/thinking', ...lacking })
  await change({ model: luna, thinking: 'none' })
  expect(told(await tries({ model: sol }))).toEqual({ path: '/model', ...lacking })
  expect(told(await says({ model: sol }))).toEqual({ path: '/overrides/model', ...lacking })
  expect(told(await says({ thinking: 'minimal' }))).toMatchObject({
    path: '/overrides/thinking',
    levels: ['default', 'none', ...lacking.levels.slice(1)],
  })
  const { session, transcript } = await s.view()
  expect([session.title, session.model, session.thinking, transcript]).toEqual([
    'New session',
    luna,
    'none',
    [],
  ])
  await change({ title: 'Titled' })
  expect(await change({ model: sol, thinking: 'low' })).toMatchObject({ thinking: 'low' })
  expect(told(await tries({ thinking: 'none' }))).toEqual({ path: '/thinking', ...lacking })
  for (const overrides of [
    { thinking: 'max' },
    { thinking: 'default' },
    { model: 'compatible:any', thinking: 'minimal' },
  ])
    expect((await says(overrides)).status).toBe(202)
})

test('new sessions start with the defaults that are set, merged into what is there, and those that are there keep theirs', async () => {
  const s = await httpStory()
  const change = (sessionDefaults: object) => s.does('changeSettings', { body: { sessionDefaults } })
  const first = (await s.does('readSettings')).sessionDefaults
  expect(first).toMatchObject({
    mode: 'ask',
    dialect: 'auto',
    limits: { requests: 10 },
    tools: { include: null },
  })
  await change({ mode: 'plan', limits: { requests: 3 }, persona: 'Be brief.' })
  const { sessionDefaults } = await change({ tools: { exclude: ['delete_file'] } })
  const set = {
    mode: 'plan',
    limits: { ...first.limits, requests: 3 },
    persona: 'Be brief.',
    tools: { include: null, exclude: ['delete_file'] },
  }
  expect(sessionDefaults).toEqual({ ...first, ...set })
  expect(await s.does('createSession', { body: {} })).toMatchObject(set)
  expect(await s.does('createSession', { body: { mode: 'ask' } })).toMatchObject({ ...set, mode: 'ask' })
  expect((await s.view()).session).toMatchObject({ mode: 'ask', limits: { requests: 10 } })
  for (const [body, path] of [
    [{ mode: 'full' }, '/sessionDefaults/mode'],
    [{ tools: { exclude: ['no_tool'] } }, '/sessionDefaults/tools/exclude/0'],
    [{ limits: { requests: 0 } }, '/sessionDefaults/limits/requests'],
  ] as const) {
    const answered = await s.tries('changeSettings', { body: { sessionDefaults: body } })
    expect(answered.json).toMatchObject({ errors: [{ path }] })
  }
  await change({ persona: null, mode: 'ask', limits: { requests: 10 }, tools: { exclude: [] } })
  expect((await s.does('readSettings')).sessionDefaults).toEqual(first)
})

test('timeouts of providers are whole seconds within reason, and each list takes the place of the one before', async () => {
  const s = await httpStory()
  const change = (providerTimeouts: object) => s.tries('changeSettings', { body: { providerTimeouts } })
  expect((await s.does('readSettings')).providerTimeouts).toEqual({})
  for (const [name, values] of [
    ['connectSeconds', [0, 1.5, 301, '5']],
    ['silenceSeconds', [0, -1, 3601, null]],
  ] as const)
    for (const value of values)
      expect(faultsOf(await change({ compatible: { [name]: value } }))).toEqual([
        `/providerTimeouts/compatible/${name}`,
      ])
  expect(faultsOf(await change({ nobody: {} }))).toHaveLength(1)
  const providerTimeouts = { compatible: { silenceSeconds: 3600 }, openai: { connectSeconds: 1 } }
  expect((await change(providerTimeouts)).json).toMatchObject({ providerTimeouts })
  await change({})
  expect((await s.does('readSettings')).providerTimeouts).toEqual({})
})
