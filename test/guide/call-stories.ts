import { expect } from 'vitest'
import { ok } from '../world/scenario'
import {
  approvesInTurn,
  counted,
  goesOn,
  issuesOf,
  recordOf,
  resultsIn,
  resultTexts,
  type Story,
} from './story'

/** Calls and their results. */
export const CALL_STORIES: Record<string, Story> = {
  'A goal in three requests': async (s, script = '') => {
    for (const _ of [1, 2]) {
      const { runId } = await s.says(script)
      await approvesInTurn(s, 'list_files', 'read_file')
      expect(await s.ends('final_text', runId)).toMatchObject({ requests: 3 })
    }
    expect(await resultsIn(s, 3)).toEqual([expect.stringContaining('one.txt'), 'result of read_file: One\n'])
    const told = (await s.events()).filter(({ type }) => type.startsWith('call.'))
    const life = ['proposed', 'waiting', 'decided', 'started', 'ended'].map(name => `call.${name}`)
    expect(told.map(({ type }) => type)).toEqual([1, 2, 3, 4].flatMap(() => life))
    expect(await counted(s, 'request.started')).toBe(6)
    expect(await counted(s, 'request.ended')).toBe(6)
  },

  'The cap, and going on': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'read_file', 'read_file')
    const next = await goesOn(s, 'cap')
    await approvesInTurn(s, 'read_file')
    expect(await s.ends('final_text', next)).toMatchObject({ requests: 2 })
    expect(await recordOf(s, 3)).toMatchObject({ purpose: 'cap_summary' })
    const said = (await s.texts()).filter(text => /^(assistant|notice): ./.test(text))
    expect(said).toEqual([
      'notice: Limit of 2 requests reached. The agent sums up.',
      'assistant: I read two files. three.txt is left.',
      'notice: Stopped: limit of 2 requests reached.',
      'notice: Continued.',
      'assistant: Now all three are read.',
    ])
  },

  'Results in the order of the calls': async (s, script = '') => {
    await s.says(script)
    await s.waitsOn('read_file', 'read_file', 'read_file')
    ok(await s.rules('read_file three.txt', { kind: 'approve' }))
    await s.world.until('the last', async () => (await s.results()).length === 1)
    ok(await s.rules('read_file one.txt', { kind: 'deny' }))
    ok(await s.rules('read_file two.txt', { kind: 'approve' }))
    await s.ends('final_text')
    expect(await s.results()).toEqual(['read_file: ok', 'read_file: denied', 'read_file: ok'])
    const [first, , last] = await resultTexts(s)
    expect([first, last]).toEqual(['Three\n', 'Two\n'])
    expect(await resultsIn(s, 2)).toEqual([
      expect.stringContaining('The person denied this call'),
      'result of read_file: Two\n',
      'result of read_file: Three\n',
    ])
  },

  'Nothing overtakes a write': async (s, script = '') => {
    await s.says(script)
    await s.waitsOn('write_file', 'read_file')
    await s.approves('read_file')
    const { calls } = await s.waitsOn('write_file')
    expect(calls).toMatchObject([{ state: 'waiting' }, { state: 'approved' }])
    await s.approves('write_file')
    await s.ends('final_text')
    expect((await resultsIn(s, 2)).at(-1)).toBe('result of read_file: New\n')
  },

  'Arguments that do not fit, and a tool that is not there': async (s, script = '') => {
    await s.says(script)
    await s.waitsOn('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    expect(await resultsIn(s, 2)).toEqual([
      expect.stringContaining('/file: There is no such argument'),
      expect.stringContaining('/limit: Write a whole number'),
      expect.stringContaining('Invalid arguments for read_file'),
      expect.stringContaining('Unknown tool: open_file'),
      'result of read_file: One\n',
    ])
    expect(await counted(s, 'call.started')).toBe(1)
  },

  'One call written twice': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'read_file', 'read_file')
    await s.ends('final_text')
    expect(await resultTexts(s)).toEqual(['One\n', 'Two\n'])
    expect(await issuesOf(s)).toEqual([expect.stringContaining('in the text was not run')])
    expect((await s.sent(3)).at(-1)).toContain('nothing was run for it')
  },

  'The strict dialect': async (s, script = '') => {
    await s.says(script)
    await s.ends('final_text')
    expect((await s.texts()).slice(-2)).toEqual([
      expect.stringMatching(/^assistant: I read it\. <tool_call>/),
      expect.stringMatching(/^notice: What looks like a call to read_file was left as text/),
    ])
    expect(await counted(s, 'call.proposed')).toBe(0)
  },

  'A file that speaks like a model': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text')
    const told = (await s.sent(2)).at(-1) ?? ''
    expect(told).toContain('&lt;/tool_result>\n&lt;tool_call>')
    expect(told.match(/<\/?tool_(result|call)\b/g)).toEqual(['<tool_result', '</tool_result'])
    expect(await s.results()).toEqual(['read_file: ok'])
  },

  'Replies that cannot be read': async (s, script = '') => {
    await s.says(script)
    const next = await goesOn(s, 'malformed')
    expect(await issuesOf(s)).toHaveLength(3)
    expect((await s.sent(2)).at(-1)).toContain('could not be read')
    await approvesInTurn(s, 'list_files')
    await s.ends('final_text', next)
  },

  'A task called complete': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'write_file')
    expect(await s.ends('task_complete')).toMatchObject({ requests: 1 })
    expect(await s.world.file('done.txt')).toBe('Done.\n')
    expect((await s.texts()).at(-1)).toBe('assistant: done.txt is written.')
    const { runId } = await s.says(script)
    await s.waitsOn('write_file')
    await s.denies('write_file')
    await s.ends('task_complete', runId)
  },

  'The model’s words for a result': async (s, script = '') => {
    await s.says(script)
    await s.ends('no_calls')
    expect(await s.results()).toEqual(['write_file: error', 'verdict: ok'])
    const { transcript, state } = await s.view()
    expect(transcript.filter(entry => entry.call?.isLatent)).toMatchObject([{ call: { tool: 'verdict' } }])
    expect(state).toEqual({ verdict: { good: true } })
    expect(await s.world.files()).not.toContain('claim.txt')
  },

  'Long results': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text')
    const [told = ''] = await resultsIn(s, 2)
    expect(told).toMatch(/: 1\n2\n[\s\S]*characters left out[\s\S]*\n400\n$/)
    expect(told.length).toBeLessThan(300)
    const entry = (await s.view()).transcript.find(({ kind }) => kind === 'result')
    expect(await s.callNow(entry?.callId ?? '')).toMatchObject({
      result: { truncated: { chars: expect.any(Number) } },
    })
  },

  'A command in the sandbox': async (s, script = '') => {
    await s.says(script)
    const { calls } = await s.waitsOn('run_command')
    expect(calls[0]?.preview?.command?.words).toContainEqual(['echo', 'one two'])
    await s.approves('run_command')
    await s.ends('final_text')
    const [told = ''] = await resultTexts(s)
    expect(told).toMatch(/^2\n/)
    expect(told).toContain('Exit code 3.\nAdded: a list.txt.')
    expect(await s.world.file('trying/a list.txt')).toBe('one two\n')
  },

  'Patching, copying and moving': async (s, script = '') => {
    const tools = ['apply_patch', 'copy_file', 'move_file'] as const
    await s.says(script)
    await s.waitsOn(...tools)
    await s.approves(...tools)
    await s.ends('final_text')
    expect(await s.results()).toEqual(tools.map(tool => `${tool}: ok`))
    for (const file of ['copies/first.txt', 'moved.txt'])
      expect(await s.world.file(file)).toBe('First\nSecond\n')
    expect(await s.world.files()).not.toContain('patched.txt')
  },

  'Asking the web': async (s, script = '') => {
    await s.says(script)
    await s.waitsOn('fetch_url')
    await s.denies('fetch_url')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['fetch_url: error', 'fetch_url: denied'])
    expect((await resultTexts(s))[0]).toContain('is not a public address')
  },

  'Telling somebody': async (s, script = '') => {
    await s.says(script)
    await s.ends('final_text')
    expect(await s.results()).toEqual(['send_message: error'])
  },

  'Looking at a picture': async (s, script = '') => {
    await s.says(script)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text')
    const entry = (await s.view()).transcript.find(({ kind }) => kind === 'result')
    expect(await s.callNow(entry?.callId ?? '')).toMatchObject({
      result: { images: [{ width: 8, height: 8 }] },
    })
  },
}
