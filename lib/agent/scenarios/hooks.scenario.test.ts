import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decisionOf } from '@/lib/domain/call/call-state'
import { OWNER } from '@/lib/domain/contract/person'
import type { NewHook } from '@/lib/domain/hooks/hook'
import { type HookPoint, POINTS } from '@/lib/domain/hooks/points'
import { toInstant } from '@/lib/domain/instant'
import { segmentsOf } from '@/lib/prompt/segments'
import { readRequest } from '@/lib/store/record/request-record'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { databaseText } from '@/test/database/database-text'
import { compacts, talks } from '@/test/world/compaction-story'
import { call, ok, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { changeSettings } from '../actions/change-settings'
import { addChannel } from '../actions/channels'
import { receive } from '../actions/commands/receive'
import { addHook, changeHook } from '../actions/hooks'
import { addServers } from '../actions/servers/mcp-servers'
import { undo } from '../actions/undo'

const DONE = { text: 'Done.' }
const WRITE = call('write_file', { path: 'a.txt', content: 'first' })

type Given = Partial<NewHook> & Pick<NewHook, 'point'>

/** A hook of the owner's, named after its point: one shell line. */
async function hooks(s: Scenario, command: string, given: Given): Promise<string> {
  const rest = { timeoutMs: 10_000, onFailure: 'block', priority: 0, enabled: true } as const
  const hook = { name: given.point, run: { command }, ...rest, ...given }
  return ok(await addHook(s.deps, { hook, person: OWNER })).id
}

async function full(): Promise<Scenario> {
  const s = await scenario()
  await s.sets({ mode: 'full', modeExpiresAt: toInstant(Date.now() + 600_000) })
  return s
}

const says = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify(answer)}'`

const verdicts = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(({ type, data }) =>
    type === 'hook.ran' && 'verdict' in data ? [`${data.hook} ${data.verdict}`] : [],
  )

const lastCall = async (s: Scenario) => {
  const events = await s.events()
  const told = events.findLast(({ data }) => 'call' in data)?.data
  if (!told || !('call' in told)) throw new Error('There is no call.')
  return told.call
}

describe('a hook before a call', () => {
  test('blocks it with a reason, and nothing ran', async () => {
    const s = await full()
    const guard = { point: 'tool_start', name: 'no-prod', match: 'write_*|run_command' } as const
    await hooks(s, 'echo not here >&2; exit 3', guard)
    await s.plays([WRITE, DONE])
    await s.ends('final_text')
    const blocked = await lastCall(s)
    expect(blocked).toMatchObject({
      state: 'settled',
      result: { kind: 'denied' },
      reason: { by: { name: 'no-prod' } },
    })
    expect(decisionOf(blocked)).toMatchObject({
      kind: 'deny',
      by: { type: 'hook', name: 'no-prod' },
      reason: 'not here',
    })
    expect(await s.world.files()).toEqual([])
    expect(await verdicts(s)).toEqual(['no-prod block'])
    expect((await s.sent(2)).at(-1)).toContain('Blocked by hook no-prod: not here')
  })

  test('changes the arguments: they are shown, approved, run and told as they are then', async () => {
    const s = await scenario()
    await hooks(s, says({ arguments: { path: 'b.txt', content: 'second' } }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    const shown = await s.asks('write_file')
    expect(shown).toMatchObject({
      proposed: { arguments: { path: 'a.txt' } },
      effective: { arguments: { path: 'b.txt' } },
    })
    expect(shown.preview?.diff?.path).toBe('b.txt')
    ok(await s.rules('write_file', { kind: 'approve' }, { holdMs: 30_000 }))
    const { state, digest, effective } = ok(await undo(s.deps, { callId: shown.id }))
    expect({ state, digest, effective }).toEqual({
      state: 'waiting',
      digest: shown.digest,
      effective: shown.effective,
    })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.files()).toEqual(['b.txt'])
    expect((await s.sent(2)).at(-1)).toContain('The hook tool_start changed the arguments')
  })

  test('asks for a person, whatever the mode lets run', async () => {
    const s = await full()
    await hooks(s, says({ ask: true, reason: 'look' }), { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    expect((await s.asks('write_file', 'hook')).reason?.by.type).toBe('hook')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('first')
    expect(await verdicts(s)).toEqual(['tool_start ask'])
  })

  test('is asked again about what a person made of it, and then blocks or lets it run as it is', async () => {
    const s = await scenario()
    const guard = `grep -q secret && { echo no secrets >&2; exit 1; }; echo '{"arguments":{"path":"c.txt","content":""}}'`
    await hooks(s, guard, { point: 'tool_start', priority: 1 })
    await s.plays([WRITE, call('write_file', { path: 'd.txt', content: 'x' }), DONE])
    await s.waitsOn('write_file')
    await s.edits('write_file', { path: 'a.txt', content: 'secret' })
    await s.waitsOn('write_file')
    expect(await s.world.files()).toEqual([])
    await s.edits('write_file', { path: 'd.txt', content: 'mine' })
    await s.ends('final_text')
    expect(await s.world.files()).toEqual(['d.txt'])
    expect(await verdicts(s)).toEqual(
      ['rewrite', 'block', 'rewrite', 'refused'].map(each => `tool_start ${each}`),
    )
  })

  test('that was being asked when the server was killed is asked again, and the call runs once', async () => {
    const s = await scenario()
    await s.plays([WRITE, DONE])
    await s.waitsOn('write_file')
    await hooks(s, 'echo asked >> asked.log; until [ -e go ]; do sleep 0.05; done', { point: 'tool_start' })
    const asked = (times: number) =>
      s.world.until(
        `asked ${times} times`,
        async () =>
          (await s.world.files()).includes('asked.log') &&
          (await s.world.file('asked.log')).split('\n').length > times,
      )
    await s.approves('write_file')
    await asked(1)
    await s.crashesAndRestarts()
    await asked(2)
    await s.world.puts('go', '')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: ok'])
    expect(await verdicts(s)).toEqual(['tool_start pass'])
  })

  test('that would change what a rule let pass by then asks a person about it as it is', async () => {
    const s = await full()
    const gate = 'echo asked >> asked.log; until [ -e go ]; do sleep 0.05; done'
    await hooks(s, gate, { point: 'tool_start' })
    await s.plays([WRITE, DONE])
    await s.world.until('asked', async () => (await s.world.files()).includes('asked.log'))
    await hooks(s, says({ arguments: { path: 'b.txt', content: '' } }), { point: 'tool_start', name: 'pin' })
    await s.world.puts('go', '')
    expect(await s.asks('write_file', 'hook')).toMatchObject({ reason: { by: { name: 'pin' } } })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('first')
  })

  test('that is added while a call waits is asked before that begins', async () => {
    const s = await scenario()
    await s.plays([WRITE, DONE])
    await s.waitsOn('write_file')
    await hooks(s, 'exit 1', { point: 'tool_start' })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: denied'])
  })
})

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
    const s = await scenario()
    await s.world.puts('a.txt', 'the original')
    await hooks(s, says({ result: 'a summary' }), { point: 'tool_result_persist', match: 'read_*' })
    await s.plays([call('read_file', { path: 'a.txt' }), DONE])
    await s.asks('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    expect(await lastCall(s)).toMatchObject({ result: { text: 'a summary', hook: 'tool_result_persist' } })
    expect((await databaseText(s.world.db)).join()).not.toContain('the original')
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
