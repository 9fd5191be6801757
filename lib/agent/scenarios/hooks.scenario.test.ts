import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { type HookPoint, POINTS } from '@/lib/domain/hooks/points'
import { segmentsOf } from '@/lib/prompt/segments'
import { readRequest } from '@/lib/store/record/request-record'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { databaseText } from '@/test/database/database-text'
import { compacts, talking, talks } from '@/test/world/compaction-story'
import { DONE, full, hooks, lastCall, says, verdicts, WRITE } from '@/test/world/hook-story'
import { call, ok, scenario, startsSession } from '@/test/world/scenario'
import { changeSettings } from '../actions/change-settings'
import { addChannel } from '../actions/channels'
import { receive } from '../actions/commands/receive'
import { changeHook } from '../actions/hooks'
import { addServers } from '../actions/servers/mcp-servers'

describe('hooks', () => {
  test('are told at every point, in order, with what its payload is to have', async () => {
    const web = await serveWeb()
    const first = await scenario({}, { server: {} })
    const { world, deps, server } = first
    ok(await changeSettings(deps, { patch: { internalHosts: [web.host] }, person: OWNER }))
    const channel = { kind: 'webhook', name: 'ops', url: web.url } as const
    ok(await addChannel(deps, { channel, person: OWNER }))
    const log = path.join(path.dirname(world.workspace), `${path.basename(world.workspace)}.log`)
    for (const point of Object.keys(POINTS) as HookPoint[])
      await hooks(first, 'event=$(cat); printf "%s\\n" "$event" >> "$LOG"', { point, env: { LOG: log } })
    const told = async (): Promise<Record<string, unknown>[]> =>
      // The last line may be on its way.
      (await readFile(log, 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line))
    const tellsOf = (point: string) =>
      world.until(`told of ${point}`, async () => (await told()).some(each => each.point === point))
    const s = await startsSession(world, server, { compaction: { messages: 1000, keepMessages: 1 } })
    await s.plays([call('send_message', { channel: 'ops', text: 'Hi.' }), DONE])
    await s.approves(...(await s.waitsOn('send_message')).calls.map(({ tool }) => tool))
    await s.ends('final_text')
    await talks(s, 2, ' '.padEnd(400, 'x'))
    ok(await compacts(s))
    await tellsOf('after_compaction')
    ok(await receive(deps, { sessionId: s.sessionId, message: { text: '/status' }, person: OWNER }))
    await tellsOf('command')
    ok(await addServers(deps, { input: { name: 'desk', command: 'desk', enabled: false }, person: OWNER }))
    await s.deletes()
    await tellsOf('session_end')
    s.isChecked = false
    await server.stop()
    await first.world.startServer()
    await tellsOf('gateway_start')
    const events = await told()
    const of = (isWatching: boolean) =>
      events
        .map(({ point }) => point as HookPoint)
        .filter(point => (POINTS[point].kind === 'observe') === isWatching)
        .join(' ')
    const begins =
      'before_model_resolve agent_bootstrap before_prompt_build agent_start before_agent_reply turn_start'
    const calls = 'tool_start message_sending tool_result_persist turn_start'
    expect(of(false)).toBe(`${begins} ${calls} ${begins} ${begins} before_install`)
    const talk = 'message_received turn_end agent_end'
    expect(of(true)).toBe(
      `session_start message_received turn_end tool_end message_sent turn_end agent_end ${talk} ${talk} ` +
        'before_compaction turn_end after_compaction agent_end command session_end gateway_stop gateway_start',
    )
    const extra = events.flatMap(({ point, sessionId, runId, model, ...fields }) =>
      Object.keys(fields).filter(name => !POINTS[point as HookPoint].fields.includes(name as never)),
    )
    expect(extra).toEqual([])
  })
})

describe('a hook', () => {
  test('adds text to one request, instructions and files to a run, and chooses its model', async () => {
    const s = await scenario()
    await s.world.puts('AGENTS.md', 'Old advice.')
    await hooks(s, says({ model: 'scripted:replay' }), { point: 'before_model_resolve' })
    await hooks(s, says({ files: { add: { 'NEW.md': 'New advice.' }, remove: ['AGENTS.md'] } }), {
      point: 'agent_bootstrap',
    })
    await hooks(s, 'echo Be brief.', { point: 'agent_start', name: 'tone' })
    await hooks(s, 'echo "Request $(grep -o \'"number":[0-9]*\')."', { point: 'turn_start', name: 'clock' })
    await s.sets({ model: 'scripted:demo' })
    await s.plays([call('list_files', {}), DONE])
    await s.approves(...(await s.waitsOn('list_files')).calls.map(({ tool }) => tool))
    const run = await s.ends('final_text')
    expect(run.overrides.model).toBe('scripted:replay')
    const [one, two] = [await s.sent(1), await s.sent(2)]
    expect([one.at(-1), two.at(-1)]).toEqual(['user: Request "number":1.', 'user: Request "number":2.'])
    expect(two.slice(0, one.length - 1)).toEqual(one.slice(0, -1))
    expect(two.filter(line => line.includes('Request "number":1'))).toEqual([])
    const request = await readRequest(s.world.db, s.sessionId, 2)
    if (!request) throw new Error('There is no request.')
    const { sent } = request.record
    const sources = segmentsOf(sent, request.parts).map(({ source }) => source)
    expect(sources.filter(name => /^hook:/.test(name)).join()).toBe(
      'hook:agent_bootstrap,hook:tone,hook:clock',
    )
    expect(sent.instructions).toMatch(/New advice.*Be brief/s)
    expect(sent.instructions).not.toContain('Old advice')
  })

  test('answers in the place of the model, keeps it silent, or does not let it be asked', async () => {
    const s = await scenario()
    const id = await hooks(s, says({ reply: 'From the hook.' }), { point: 'before_agent_reply' })
    await s.says('Hello.')
    expect((await s.ends('hook_reply')).requests).toBe(0)
    expect((await s.texts()).at(-1)).toBe('assistant: From the hook.')
    expect(await s.world.db.request.count()).toBe(0)
    const change = async (command: string) =>
      ok(await changeHook(s.deps, { id, patch: { run: { command } }, person: OWNER }))
    await change(says({ silent: true }))
    await s.ends('silent', (await s.says('Hello.')).runId)
    await change('echo closed >&2; exit 1')
    expect((await s.ends('error', (await s.says('Hello.')).runId)).error).toContain('closed')
  })

  test('puts another result in the place of one, of which nothing is stored', async () => {
    const s = await scenario({ limits: { resultChars: 100 } })
    await s.world.puts('a.txt', 'the original')
    await hooks(s, says({ result: 'a summary '.repeat(20) }), {
      point: 'tool_result_persist',
      match: 'read_*',
    })
    await s.plays([call('read_file', { path: 'a.txt' }), DONE])
    await s.asks('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    expect(await lastCall(s)).toMatchObject({ result: { truncated: {}, hook: 'tool_result_persist' } })
    expect((await databaseText(s.world.db)).join()).not.toContain('the original')
  })

  test('that is stopped at a result withholds its text, and what happened is still known', async () => {
    const s = await full()
    await hooks(s, 'touch begun; sleep 60', { point: 'tool_result_persist', priority: 1 })
    await hooks(s, 'touch second', { point: 'tool_result_persist', name: 'second' })
    await s.plays([WRITE])
    await s.world.until('begun', async () => (await s.world.files()).includes('begun'))
    await s.stops()
    await s.ends('cancelled')
    expect(await lastCall(s)).toMatchObject({ result: { kind: 'ok', hook: 'tool_result_persist' } })
    expect(await s.world.files()).toEqual(['a.txt', 'begun'])
  })

  test('that was asked for a request over the budget is told of, as well as for the one that was sent', async () => {
    const s = await talking({ messages: 2, keepMessages: 1, enabled: false })
    await hooks(s, 'true', { point: 'turn_start' })
    await talks(s, 2)
    expect(await verdicts(s)).toEqual(Array(3).fill('turn_start pass'))
  })

  test('that hangs costs its deadline and no more, and the run goes on', async () => {
    const s = await scenario()
    await hooks(s, 'sleep 60 & sleep 60', { point: 'tool_start', timeoutMs: 200 })
    await hooks(s, 'sleep 60', { point: 'turn_start', timeoutMs: 200 })
    await hooks(s, 'sleep 60', { point: 'turn_end', timeoutMs: 200 })
    await s.plays([WRITE, DONE])
    const run = await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: denied'])
    expect(run.activeMs).toBeLessThan(10_000)
  })
})
