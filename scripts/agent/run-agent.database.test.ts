import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { TOKEN } from '@/test/http/http-server'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call, type Scripted } from '@/test/world/scenario'
import { runAgent } from './run-agent.mjs'

const write = call('write_file', { path: 'a.txt', content: 'Hello' })
const script = (...turns: Scripted[]) => JSON.stringify({ turns })
const KEY = ['--session', 'cli', '--model', 'scripted:replay']

/** What a person at a terminal, or a program, gets to see, and types once they have seen something. */
function agent(
  s: HttpStory,
  args: string[],
  given: { isTerminal?: boolean; input?: string; env?: Record<string, string> } = {},
) {
  const { isTerminal = false, input, env = {} } = given
  const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal || input === undefined })
  const stdout = Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 80, rows: 24 })
  const stderr = new PassThrough()
  let [out, told] = ['', '']
  stdout.on('data', chunk => {
    out += chunk
  })
  stderr.on('data', chunk => {
    told += chunk
  })
  if (input !== undefined) stdin.end(input)
  const leaving = new AbortController()
  const settings = { origin: s.url, host: '127.0.0.1', port: 3000, token: TOKEN, dataDir: '' }
  const ends = runAgent({ args, settings, env, stdin, stdout, stderr, signal: leaving.signal })
  return {
    ends: async () => ({ code: await ends, out, told }),
    leave: () => leaving.abort(),
    /** Types a line once this was shown, and something is asked. */
    types: async (shown: string, line: string) => {
      const isAsked = () => out.includes(shown) && /(> |-- )$/.test(out)
      await s.world.until(shown, async () => isAsked())
      out = ''
      stdin.write(`${line}\n`)
    },
    shows: (text: string) => s.world.until(text, async () => out.includes(text)),
  }
}

const callsOf = async (s: HttpStory, key = 'cli') => {
  const session = await s.does('createSession', { body: { key } })
  const { transcript } = await s.does('readSession', { at: session.id })
  return Promise.all(transcript.flatMap(({ callId }) => (callId ? s.does('readCall', { at: callId }) : [])))
}

test('a program gets the answer, the link where a call waits, and each by its exit code', async () => {
  const s = await httpStory()
  const hello = await agent(s, [
    script({ text: 'Hello \u001b[31m\u202e\u2028there. ❤\ufe0f' }),
    ...KEY,
  ]).ends()
  expect(hello).toMatchObject({
    code: 0,
    out: 'Hello ⟦U+001B⟧[31m⟦U+202E⟧⟦U+2028⟧there. ❤\ufe0f\n',
    told: '',
  })
  expect(await agent(s, KEY, { input: script({ text: 'Piped.' }) }).ends()).toMatchObject({ out: 'Piped.\n' })
  const piped = await agent(s, KEY, { input: '/rename Ships' }).ends()
  expect(piped.out).not.toContain('Title')
  expect(await agent(s, ['/rename Ships', ...KEY]).ends()).toMatchObject({ code: 0, out: 'Title: Ships\n' })
  const failed = await agent(s, [script({ fault: 'length' }, { fault: 'length' }), ...KEY]).ends()
  expect(failed.code).toBe(1)
  const waiting = await agent(s, [script(write, { text: 'Done.' }), ...KEY]).ends()
  expect(waiting).toMatchObject({ code: 3, told: expect.stringMatching(/\/sessions\/[0-9a-f-]{36}\n$/) })
  expect((await agent(s, ['And?', ...KEY, '--wait', '1']).ends()).code).toBe(124)
  for (const args of [[], ['/help'], ['/no'], ['one', 'two'], ['one', '--twice'], ['one', '--wait=soon']])
    expect([args, (await agent(s, args).ends()).code]).toEqual([args, 2])
})

test('with --json there is one event a line in ASCII, and with --wait it goes on once somebody has decided', async () => {
  const s = await httpStory()
  const running = agent(s, [script(write, { text: 'Dönë\u009b.' }), '--json', ...KEY, '--wait'])
  await running.shows('"call.waiting"')
  const { items } = await s.does('listPending')
  const [set] = items.filter(({ sessionId }) => sessionId !== s.sessionId)
  if (set) await s.decides(set)
  const { code, out } = await running.ends()
  expect([code, /^[\x20-\x7e\n]*$/.test(out)]).toEqual([0, true])
  const events = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['call.decided', 'run.ended']))
  expect(JSON.stringify(events)).toContain('Dönë\u009b.')
})

test('a person at a terminal sees what would be done, and approves, denies, edits or leaves it', async () => {
  const s = await httpStory()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-editor-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  // The first edit breaks the tool's schema, the second one does not.
  const editor = path.join(folder, 'editor.sh')
  fs.writeFileSync(
    editor,
    `#!/bin/sh\nif grep -q wrong "$1"; then sed -i s/wrong/path/ "$1"; else sed -i s/path/wrong/ "$1"; fi\n`,
  )
  fs.chmodSync(editor, 0o700)
  const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')
  const turns = script(
    write,
    call('write_file', { path: 'b.txt', content: 'B' }),
    call('write_file', { path: 'c.txt', content: 'C\u202e' }),
    call('write_file', { path: 'd.txt', content: long }),
    call('write_file', { path: 'e.txt', content: 'E' }),
    { text: 'Done.' },
  )
  const at = agent(s, [turns, ...KEY], { isTerminal: true, env: { EDITOR: editor } })
  await at.types('+Hello', 'y')
  await at.types('q leave', 'n')
  await at.types('Reason', 'Not this.')
  await at.types('C⟦U+202E⟧', 'e')
  await at.types('/path', '')
  await at.types('e edit again', 'y')
  await at.types('more lines', 's')
  await at.types('q leave', 'y')
  await at.types('+E', 'q')
  const { code, told } = await at.ends()
  expect([code, told.includes('/sessions/')]).toEqual([3, true])
  const decided = (await callsOf(s)).map(({ decisions }) => decisions[0])
  expect(decided).toMatchObject([
    { kind: 'approve', seen: 'whole' },
    { kind: 'deny', reason: 'Not this.' },
    { kind: 'edit', seen: 'whole' },
    { kind: 'approve', seen: 'part' },
  ])
})

test('an edit begins with what was shown, which a hook may have made', async () => {
  const s = await httpStory()
  const answer = JSON.stringify({ arguments: { path: 'a.txt', content: 'Pinned' } })
  const run = { command: `cat > /dev/null; echo '${answer}'` }
  await s.does('addHook', { body: { name: 'pin', point: 'tool_start', run } })
  const env = { EDITOR: 'sed -i s/Pinned/Mine/' }
  const at = agent(s, [script(write, { text: 'Done.' }), ...KEY], { isTerminal: true, env })
  await at.types('+Pinned', 'e')
  await at.types('+Mine', 'y')
  expect((await at.ends()).code).toBe(0)
  const [made] = await callsOf(s)
  expect(made?.effective?.arguments).toEqual({ path: 'a.txt', content: 'Mine' })
})

test('what is decided elsewhere takes the question back, and who leaves leaves the run as it is', async () => {
  const s = await httpStory()
  const at = agent(s, [script(write, { text: 'Done.' }), ...KEY], { isTerminal: true })
  await at.shows('q leave')
  const [set] = (await s.does('listPending')).items
  if (set) await s.decides(set)
  expect(await at.ends()).toMatchObject({ code: 0, out: expect.stringMatching(/Done\.\n$/) })
  const left = agent(s, [script({ text: 'Slow.', delayMs: 60_000 }), ...KEY])
  const { id } = await s.does('createSession', { body: { key: 'cli' } })
  const run = async () => (await s.does('readSession', { at: id })).activeRun
  await s.world.until('a run', run)
  left.leave()
  expect((await left.ends()).code).toBe(130)
  expect(await run()).toBeDefined()
  await s.does('stopSession', { at: id })
})

test('the program finds the server and its token by the environment', async () => {
  const s = await httpStory()
  const env = { ...process.env, COUNTERSIGN_ORIGIN: s.url, COUNTERSIGN_TOKEN: TOKEN }
  const ends = async (text: string) => {
    const child = spawn(process.execPath, ['scripts/agent.mjs', text, '--session', 'cli'], { env })
    let [out, told] = ['', '']
    child.stdout.on('data', chunk => {
      out += chunk
    })
    child.stderr.on('data', chunk => {
      told += chunk
    })
    const [code] = await once(child, 'close')
    return [code, out, told]
  }
  expect(await ends('/usage')).toEqual([0, 'No requests yet.\n', ''])
  const [code, , told] = await ends('/\u001b[31m')
  expect([code, told]).toEqual([1, expect.stringContaining('⟦U+001B⟧[31m')])
})
