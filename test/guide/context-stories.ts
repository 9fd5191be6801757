import { expect } from 'vitest'
import { listMemories } from '@/lib/agent/actions/memories'
import { cards, compacts, purposes } from '../world/compaction-story'
import { ok } from '../world/scenario'
import { approvesInTurn, counted, issuesOf, labelsOf, recordOf, resultTexts, type Story } from './story'

const SKILL = '.countersign/skills/greeting/SKILL.md'

/** What the model is told, and how it answers. */
export const CONTEXT_STORIES: Record<string, Story> = {
  'Reasoning, word by word': async (s, script = '') => {
    const came = { 'text.delta': '', 'reasoning.delta': '' }
    s.deps.bus.subscribe(note => {
      if (note.kind !== 'delta' || note.sessionId !== s.sessionId) return
      if (note.type === 'text.delta' || note.type === 'reasoning.delta') came[note.type] += note.data.text
    })
    await s.says(script)
    await s.ends('final_text')
    const { text, reasoning } = (await s.view()).transcript.at(-1) ?? {}
    expect({ text, reasoning }).toEqual({ text: came['text.delta'], reasoning: came['reasoning.delta'] })
    expect(reasoning).toMatch(/^I am greeted\./)
    expect(await counted(s, 'message.ended')).toBe(1)
  },

  'Temporary failures': async (s, script = '') => {
    await s.says(script)
    await s.ends('final_text')
    expect((await s.texts()).slice(1)).toEqual(['assistant: This is the whole answer.'])
    expect(await recordOf(s, 1)).toMatchObject({ attempts: 3 })
    expect(await counted(s, 'request.started')).toBe(1)
    expect(await counted(s, 'request.ended')).toBe(1)
  },

  'A reply that reaches the output limit': async (s, script = '') => {
    await s.says(script)
    await s.ends('final_text')
    const said = (await s.texts()).filter(text => text.startsWith('assistant: '))
    expect(said).toEqual(['assistant: The first half,', 'assistant: and the second.'])
    expect(await s.results()).toEqual([])
    expect(await issuesOf(s)).toEqual([expect.stringContaining('met the output limit')])
  },

  'A summary that fails': async (s, script = '', passing = '') => {
    for (const _ of [1, 2, 3]) {
      await s.says(script)
      await s.ends('final_text')
    }
    expect(await purposes(s)).toEqual(['1 loop stop', '2 loop stop', '3 compaction overflow', '4 loop stop'])
    expect(await cards(s)).toMatchObject([{ kind: 'notice', method: 'trim', why: 'messages' }])
    expect((await s.sent(4))[0]).toMatch(/^user: \[\d+ earlier messages .*left out/)
    expect((await s.texts()).filter(text => text.startsWith('user: '))).toHaveLength(3)
    const { runId } = await s.says(passing)
    await s.ends('final_text', runId)
    await s.says(passing)
    await s.ends('final_text')
    expect(await recordOf(s, 6)).toMatchObject({ purpose: 'compaction', attempts: 2 })
    expect((await cards(s)).at(-1)).toMatchObject({ method: 'summary', text: 'Nothing was decided.' })
  },

  'Summing up while a call waits': async (s, read = '', talk = '') => {
    const { runId } = await s.says(read)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text', runId)
    for (const _ of [1, 2]) {
      const { runId } = await s.says(talk)
      await s.ends('final_text', runId)
    }
    const last = await s.says(read)
    await s.waitsOn('read_file')
    ok(await compacts(s))
    await s.waitsOn('read_file')
    expect(await counted(s, 'context.compacting')).toBe(0)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text', last.runId)
    const [card] = await cards(s)
    expect(card).toMatchObject({ method: 'summary', why: 'asked' })
    expect(card?.text).toContain('Files read:\n- one.txt')
    expect(await purposes(s)).toEqual([
      ...['1 loop calls', '2 loop stop', '3 loop stop', '4 loop stop'],
      ...['5 loop calls', '6 compaction stop', '7 loop stop'],
    ])
  },

  'Searching the memory': async (s, keep = '', ask = '') => {
    await s.says(keep)
    await approvesInTurn(s, 'remember', 'recall')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['remember: ok', 'recall: ok', 'remember: error'])
    expect((await resultTexts(s))[1]).toContain('The boat is called Albatros.')
    const { runId } = await s.says(ask)
    await s.ends('final_text', runId)
    expect(await labelsOf(s, 5)).not.toContain('Memory')
    await s.sets({ memory: { recall: true } })
    const told: number[] = []
    for (const number of [6, 7, 8]) {
      const { runId } = await s.says(ask)
      await s.ends('final_text', runId)
      const memory = (await recordOf(s, number)).segments.find(({ label }) => label === 'Memory')
      told.push(memory?.chars ?? 0)
    }
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toBeGreaterThan(0)
    expect(ok(await listMemories(s.deps, { q: '', before: undefined, limit: 50 }))).toHaveLength(1)
  },

  'A skill stays as it was': async (s, script = '') => {
    const skill = await s.world.file(SKILL)
    await s.says(script)
    await s.waitsOn('read_file')
    await s.world.puts(SKILL, skill.replace('hello', 'goodbye'))
    await approvesInTurn(s, 'read_file')
    const { id } = await s.ends('final_text')
    const { runId } = await s.says(script)
    expect(runId).not.toBe(id)
    await approvesInTurn(s, 'read_file')
    await s.ends('final_text', runId)
    const read = (await resultTexts(s)).filter(text => text !== 'One\n')
    expect(read.map(text => /hello|goodbye/.exec(text)?.[0])).toEqual([
      'hello',
      'hello',
      'goodbye',
      'goodbye',
    ])
  },

  'What a run is told': async (s, script = '') => {
    await s.says(script)
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: error'])
    const { segments, sent } = await recordOf(s, 1)
    expect(segments).toContainEqual(
      expect.objectContaining({ label: 'Project file AGENTS.md', rawChars: 30_000 }),
    )
    expect(sent.instructions).toMatch(/^You answer in verse\./)
    expect(JSON.stringify(sent.tools)).not.toContain('"write_file"')
    expect(JSON.stringify(sent.tools)).toContain('"read_file"')
    await s.sets({ dialect: 'tags' })
    const { runId } = await s.says(script)
    await s.ends('final_text', runId)
    expect((await recordOf(s, 3)).sent.tools).toEqual([])
    expect(await labelsOf(s, 3)).toContain('Tool protocol')
  },

  'Saying something while it works': async (s, script = '') => {
    const words = 'Only the first line, please.'
    const { runId } = await s.says(script)
    await s.waitsOn('read_file')
    expect((await s.says(words)).runId).toBe(runId)
    expect((await s.view()).queue).toMatchObject([{ mode: 'steer', text: words }])
    await approvesInTurn(s, 'read_file')
    expect(await s.ends('final_text', runId)).toMatchObject({ requests: 2 })
    expect((await s.sent(2)).slice(-2)).toEqual(['result of read_file: One\n', `user: ${words}`])
  },
}
