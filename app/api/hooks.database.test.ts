import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { POINTS } from '@/lib/domain/hooks/points'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { storedLinks } from '@/test/database/stored-record'
import { codeOf, faultsOf, refused } from '@/test/http/http-client'
import { anotherStory, fileWorld } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const served = fileWorld({ sandbox: { kind: 'none', read: [] } })

afterEach(async () => {
  const { does, tries } = served()
  for (const { id } of (await does('listHooks')).items) await tries('deleteHook', { at: id })
})

const GUARD = { name: 'guard', point: 'tool_start', run: { command: 'exit 1' } } as const
const DONE = { text: 'Done.' }

test('a hook is added, tried, changed and removed, and the record of the installation says so', async () => {
  const { does, tries, world } = served()
  const before = (await storedLinks(world.db, INSTALLATION_CHAIN)).length
  const body = { ...GUARD, point: 'before_tool_call' as never, match: 'write_*|read_file', priority: 2 }
  const hook = await does('addHook', { body })
  const second = await does('addHook', { body: { ...GUARD, name: 'first', priority: 5 } })
  expect(hook).toMatchObject({ point: 'tool_start', enabled: true, timeoutMs: 10_000, onFailure: 'block' })
  expect((await does('listHooks')).items.map(({ name }) => name)).toEqual(['first', 'guard'])
  const trial = await does('tryHook', { at: hook.id, body: { payload: { tool: 'write_file' } } })
  expect(trial).toMatchObject({ hook: 'guard', point: 'tool_start', verdict: 'block' })
  const ask = { run: { command: `echo '{"ask":true}'` }, match: null }
  expect((await does('changeHook', { at: hook.id, body: ask })).match).toBeUndefined()
  expect(await does('tryHook', { at: hook.id, body: {} })).toMatchObject({
    verdict: 'ask',
    answer: { ask: true },
  })
  await does('deleteHook', { at: second.id })
  refused(await tries('deleteHook', { at: second.id }), 'not_found')
  const types = (await storedLinks(world.db, INSTALLATION_CHAIN)).slice(before).map(({ type }) => type)
  expect(types).toEqual(['hook.added', 'hook.added', 'hook.changed', 'hook.removed'])
})

test('what cannot be a hook is refused at its field', async () => {
  const { tries } = served()
  const faults: [object, string][] = [
    [{ point: 'tool_begin' }, '/point'],
    [{ run: {} }, '/run'],
    [{ run: { command: 'true', url: 'https://a.example' } }, '/run'],
    [{ run: { url: 'file:///etc/passwd' } }, '/run/url'],
    [{ match: 'write file' }, '/match'],
    [{ point: 'turn_start', match: 'write_file' }, '/match'],
    [{ env: { COUNTERSIGN_TOKEN: 'x' } }, '/env/COUNTERSIGN_TOKEN'],
    [{ env: { X: { fromEnv: 'DATABASE_URL' } } }, '/env/X'],
    [{ timeoutMs: 1 }, '/timeoutMs'],
    [{ onFailure: 'allow' }, '/onFailure'],
  ]
  const codes: unknown[] = []
  for (const [fault, field] of faults) {
    const answer = await tries('addHook', { body: { ...GUARD, ...fault } })
    expect([fault, codeOf(answer), faultsOf(answer).join()]).toEqual([
      fault,
      'invalid_request',
      expect.stringContaining(field),
    ])
    codes.push(...(refused(answer, 'invalid_request').errors ?? []).map(({ codedText }) => codedText?.code))
  }
  expect(codes).toEqual(expect.arrayContaining(['fault.hookRun', 'fault.hookVariable']))
})

test('a plugin is off until it is turned on, off again once it is another, and may be refused', async () => {
  const { does, tries, dataDir, world } = served()
  const folder = path.join(dataDir, 'plugins/tidy')
  await mkdir(path.join(folder, 'skills/tidying'), { recursive: true })
  await writeFile(path.join(folder, 'check.sh'), 'echo tidy up first >&2; exit 1')
  const skill = '---\nname: tidying\ndescription: How to tidy up\n---\nTidy.\n'
  await writeFile(path.join(folder, 'skills/tidying/SKILL.md'), skill)
  const command = `test "$COUNTERSIGN_PLUGIN" != '${folder}' && sh "$COUNTERSIGN_PLUGIN/check.sh"`
  const hooks = [{ name: 'tidy', point: 'tool_start', run: { command } }]
  await writeFile(
    path.join(folder, 'plugin.json'),
    JSON.stringify({ name: 'tidy', hooks, skills: 'skills/' }),
  )
  const listed = async () => (await does('listHooks')).items.find(({ plugin }) => plugin === 'tidy')
  const skills = async () => (await does('listSkills')).items.map(({ name }) => name)
  const id = (await listed())?.id ?? ''
  expect([(await listed())?.enabled, await skills()]).toEqual([false, []])
  const on = { at: id, body: { enabled: true } }
  const keeper = await does('addHook', { body: { ...GUARD, name: 'keeper', point: 'before_install' } })
  refused(await tries('changeHook', on), 'forbidden')
  const off = { name: 'desk', command: 'desk', enabled: false }
  refused(await tries('addServers', { body: off }), 'forbidden')
  await does('changeHook', { at: keeper.id, body: { enabled: false } })
  const server = await does('addServers', { body: off })
  const sorting = await does('addSkill', { body: { text: skill.replaceAll('tidying', 'sorting') } })
  await does('changeHook', { at: keeper.id, body: { enabled: true } })
  refused(
    await tries('changeServer', { at: 'id' in server ? server.id : '', body: { enabled: true } }),
    'forbidden',
  )
  const edited = { text: `${sorting.text}More.`, hash: sorting.hash }
  refused(await tries('changeSkill', { at: sorting.id, body: edited }), 'forbidden')
  await does('deleteHook', { at: keeper.id })
  refused(await tries('changeHook', { at: id, body: { priority: 1 } }), 'invalid_request')
  const stale = { at: id, body: { enabled: true, pin: 'sha256:other' } }
  refused(await tries('changeHook', stale), 'stale_revision')
  const seen = await listed()
  expect(seen?.pluginFrom).toBe('data')
  const turnedOn = await does('changeHook', { at: id, body: { enabled: true, pin: seen?.pin } })
  expect(turnedOn.enabled).toBe(true)
  expect(await skills()).toContain('tidying')
  const s = await anotherStory(served())
  const write = call('write_file', { path: 'a.txt', content: 'a' })
  await s.ends((await s.plays([write, DONE])).runId)
  const reasons = async () => (await world.db.call.findMany()).map(({ result }) => JSON.stringify(result))
  expect((await reasons()).at(-1)).toContain('tidy up first')
  await writeFile(path.join(folder, 'check.sh'), 'exit 0')
  expect(await listed()).toMatchObject({ enabled: false, why: 'changed' })
  await s.ends((await s.plays([write, DONE])).runId)
  expect((await reasons()).at(-1)).toContain('has changed')
  expect(await world.db.hook.findUnique({ where: { id } })).toMatchObject({ enabled: false, why: 'changed' })
  expect(await world.files()).toEqual([])
})

test('what lies in a plugin is neither waited for nor followed', async () => {
  const { does, dataDir } = served()
  const at = (name: string, file: string) => path.join(dataDir, 'plugins', name, file)
  const names = ['pipe', 'link', 'deep', 'fine', 'half']
  for (const name of names) {
    await mkdir(at(name, ''), { recursive: true })
    const hooks = [{ name, point: 'tool_start', run: { command: 'true' } }]
    if (name !== 'pipe') await writeFile(at(name, 'plugin.json'), JSON.stringify({ name, hooks }))
  }
  execFileSync('mkfifo', [at('pipe', 'plugin.json'), at('deep', 'pipe')])
  await symlink('/dev/zero', at('link', 'zero'))
  await writeFile(
    at('half', 'plugin.json'),
    '{"name":"half","hooks":[{"name":"a","point":"tool_start","run":1}]}',
  )
  const { items, broken } = await does('listHooks')
  expect(items.flatMap(({ plugin = '' }) => (names.includes(plugin) ? [plugin] : []))).toEqual(['fine'])
  expect(broken.map(({ plugin }) => plugin)).toEqual(['deep', 'half', 'link', 'pipe'])
  expect(broken.find(({ plugin }) => plugin === 'half')?.cause).toMatch(/^hooks\.0\.run: [^.]+ /)
  for (const name of names) await rm(at(name, ''), { recursive: true })
})

test('the samples of the guide do what it says, and its table is the one of the program', async () => {
  const { does } = served()
  const web = await serveWeb()
  const sample = async (name: string) =>
    JSON.parse((await readFile(`docs/hooks/${name}.json`, 'utf8')).replace('http://127.0.0.1:9000', web.url))
  const push = await does('addHook', { body: await sample('no-push-to-main') })
  await does('addHook', { body: await sample('date-and-branch') })
  await does('addHook', { body: await sample('post-decisions') })
  const verdictOf = async (command: string) => {
    const payload = { tool: 'run_command', arguments: { command } }
    return (await does('tryHook', { at: push.id, body: { payload } })).verdict
  }
  const commands = [
    'git push origin main',
    'git push origin HEAD:main',
    'git push origin fix',
    'git pull origin main',
  ]
  expect(await Promise.all(commands.map(verdictOf))).toEqual(['block', 'block', 'pass', 'pass'])
  const s = await anotherStory(served())
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), DONE])
  await s.decides(await s.waits(), [{ kind: 'deny', reason: 'Not now.' }])
  await s.ends(runId)
  const { segments, sent } = await s.does('readRequest', { at: [s.sessionId, '1'] })
  expect(segments.at(-1)?.source).toBe('hook:date-and-branch')
  expect(JSON.stringify(sent.messages.at(-1))).toMatch(/It is \w+day 20\d\d-\d\d-\d\d/)
  await s.world.until('it was posted', async () => web.ledger.length > 0)
  expect(JSON.parse(web.ledger[0]?.body ?? '')).toMatchObject({
    point: 'tool_end',
    decision: { kind: 'deny', by: { type: 'person' }, reason: 'Not now.' },
  })
  const guide = await readFile('docs/hooks.md', 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (\w+) +\|([^|]*)\|([^|]*)\|/gm)].map(
    ([, point, kind, fields, answers]) => {
      const names = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
      return [point, kind, names(fields), names(answers)]
    },
  )
  const points = Object.entries(POINTS).map(([point, { kind, fields, answers }]) => {
    return [point, kind, fields, answers.filter(name => name !== 'reason')]
  })
  expect(rows).toEqual(points)
})
