import { describe, expect, test } from 'vitest'
import type { Dialect } from '@/lib/domain/session/session'
import { card, cards, purposes, talking, talks } from '@/lib/testing/world/compaction-story'
import { call, type Scenario, type Scripted } from '@/lib/testing/world/scenario'

describe('a conversation that grows', () => {
  test('over its messages is summarised before the next request, and counts no cap', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 3)
    await s.plays([{ text: 'Albatros.' }])
    const run = await s.ends('final_text')
    expect(run.requests).toBe(1)
    expect((await purposes(s)).slice(3)).toEqual(['4 compaction stop', '5 loop stop'])
    expect(await s.told()).toEqual(expect.arrayContaining(['context.compacting', 'context.compacted']))
    const [prompt = ''] = await s.sent(4)
    expect(prompt).toContain('The boat is called Albatros.')
    const sent = await s.sent(5)
    expect(sent).toHaveLength(4)
    expect(sent[0]).toMatch(/^user: \[Summary of 4 earlier messages/)
    expect(await card(s)).toMatchObject({
      ...{ kind: 'summary', method: 'summary', why: 'messages', dropped: 4 },
      ...{ before: { messages: 7 }, after: { messages: 4 } },
    })
    expect((await s.texts()).filter(text => text.startsWith('user: '))).toHaveLength(4)
  })

  test('over its characters keeps about as many as are set, and at least ten messages', async () => {
    const s = await talking({ chars: 10_000, triggerRatio: 0.5, keepChars: 1_000 })
    await talks(s, 9, ' '.padEnd(300, 'x'))
    expect(await card(s)).toMatchObject({ why: 'chars', after: { messages: 12 } })
  })

  test('over the tokens of a window that a person set', async () => {
    const s = await talking({ reserveTokens: 100, keepTokens: 200 })
    await s.world.db.modelSetting.create({
      data: { id: 'scripted:replay', contextWindow: 4_000, updatedAt: new Date() },
    })
    await talks(s, 6, ' '.padEnd(1_500, 'x'))
    expect((await cards(s))[0]).toMatchObject({ why: 'tokens' })
  })

  test('never over tokens where no window is known', async () => {
    const s = await talking({ reserveTokens: 0, keepTokens: 1 })
    await talks(s, 4, ' '.padEnd(1_500, 'x'))
    expect(await cards(s)).toEqual([])
  })

  test('within a long run too, with whole sets of calls and their results', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 }, { limits: { requests: 20 } })
    await s.world.puts('a.txt', 'A')
    const script: Scripted[] = [1, 2, 3, 4].map(() => call('read_file', { path: 'a.txt' }))
    await talks(s, 1)
    await s.plays([...script, { text: 'Done.' }], {})
    for (let n = 0; n < 2; n += 1) {
      await s.waitsOn('read_file')
      await s.approves('read_file')
    }
    await s.world.until('a compaction', async () => (await cards(s)).length > 0)
    const [made] = await cards(s)
    expect(made?.text).toContain('Files read:\n- a.txt')
    await s.stops()
  })

  test('is summarised again on top of the summary before', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 9)
    const made = await cards(s)
    expect(made.length).toBeGreaterThan(1)
    const last = made.at(-1)
    const number = (await purposes(s)).findLastIndex(line => line.includes('compaction')) + 1
    expect((await s.sent(number))[0]).toContain('<message from="earlier summary">')
    expect((await s.sent(number))[0]).toContain('The boat is called Albatros.')
    expect(last?.from).toBeGreaterThan(made[0]?.through ?? 0)
  })

  test('is trimmed aloud where summaries are switched off', async () => {
    const s = await talking({ messages: 6, keepMessages: 3, enabled: false })
    await talks(s, 4)
    expect(await purposes(s)).toEqual([1, 2, 3, 4].map(n => `${n} loop stop`))
    expect(await card(s)).toMatchObject({ kind: 'notice', method: 'trim', dropped: 4 })
    expect((await s.sent(4))[0]).toMatch(/^user: \[4 earlier messages .* left out here/)
    expect(await s.world.db.request.findMany({ where: { attempts: { not: 1 } } })).toEqual([])
    expect(await s.told()).toContain('context.trimmed')
    expect(await s.told()).not.toContain('context.compacting')
  })

  const notes = async (s: Scenario, number: number) =>
    (await s.sent(number)).join('\n').match(/(\d+) earlier messages? of this conversation were left out/g)

  test('carries one note of all that was trimmed, however often it was', async () => {
    const s = await talking({ messages: 6, keepMessages: 3, enabled: false })
    await talks(s, 14)
    const made = await cards(s)
    expect(made.length).toBeGreaterThan(4)
    const dropped = made.reduce((sum, one) => sum + one.dropped, 0)
    expect(await notes(s, 14)).toEqual([`${dropped} earlier messages of this conversation were left out`])
    expect((await s.sent(14))[0]?.length).toBeLessThan(300)
  })

  test('keeps the summary that it had before what was trimmed since', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 4)
    expect(await card(s)).toMatchObject({ method: 'summary', dropped: 4 })
    await s.sets({ compaction: { enabled: false } })
    await talks(s, 8)
    const made = await cards(s)
    expect(made.length).toBeGreaterThan(3)
    const trimmed = made.slice(1).reduce((sum, one) => sum + one.dropped, 0)
    const [first] = await s.sent(13)
    expect(first).toMatch(/^user: \[Summary of 4 earlier messages/)
    expect(first?.match(/Summary of/g)).toHaveLength(1)
    expect(await notes(s, 13)).toEqual([`${trimmed} earlier messages of this conversation were left out`])
  })

  test.each([
    ['the model refuses', [{ fault: 'overflow' }]],
    ['the model has nothing to say', [{ text: ' ' }]],
  ])('is trimmed aloud where %s', async (_, compaction) => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 3)
    await s.says(JSON.stringify({ turns: [{ text: 'Still here.' }], compaction }))
    await s.ends('final_text')
    expect(await card(s)).toMatchObject({ kind: 'notice', method: 'trim', dropped: 4 })
    expect((await s.texts()).at(-1)).toBe('assistant: Still here.')
  })
})

test('a compaction that a crash cut off goes on under its number', async () => {
  const s = await talking({ messages: 6, keepMessages: 3 })
  await talks(s, 3)
  const slow = [{ text: 'Short.', delayMs: 2_000 }]
  await s.says(JSON.stringify({ turns: [{ text: 'And on.' }], compaction: slow }))
  await s.world.until('compacting', async () => (await s.view()).activeRun?.compacting)
  await s.crashesAndRestarts()
  await s.ends('final_text')
  expect((await purposes(s)).slice(3)).toEqual(['4 compaction stop', '5 loop stop'])
  expect(await cards(s)).toHaveLength(1)
  expect((await s.told()).filter(type => type === 'context.compacting')).toHaveLength(1)
})

test('one exchange that is over every measure alone is sent as it is, and nothing is done in vain', async () => {
  const s = await talking({ messages: 2, keepMessages: 1, chars: 1_000, keepChars: 500 })
  await s.plays([{ text: 'One.'.padEnd(3_000, 'x') }])
  await s.ends('final_text')
  expect(await purposes(s)).toEqual(['1 loop stop'])
  expect(await cards(s)).toEqual([])
})

test.each(['native', 'tags', 'react', 'structured'] as Written[])(
  'calls and results pair after a cut in dialect %s',
  async dialect => {
    const s = await talking({ messages: 4, keepMessages: 2 }, { dialect, limits: { requests: 20 } })
    await s.world.puts('a.txt', 'A')
    const asks = rawCall[dialect]
    await s.plays([asks, asks, asks, said[dialect]])
    for (let n = 0; n < 3; n += 1) {
      await s.waitsOn('read_file')
      await s.approves('read_file')
    }
    await s.world.until('an end', async () => (await s.view()).lastRun)
    expect((await cards(s)).length).toBeGreaterThan(0)
    await s.checks()
  },
)

type Written = Exclude<Dialect, 'auto'>

const ARGS = { path: 'a.txt' }
const rawCall: Record<Written, Scripted> = {
  native: call('read_file', ARGS),
  tags: { raw: `<tool_call>${JSON.stringify({ name: 'read_file', arguments: ARGS })}</tool_call>` },
  react: {
    raw: '<THOUGHT>Read it.</THOUGHT>\n<ACTION><tool_name>read_file</tool_name><parameters><path>a.txt</path></parameters></ACTION>',
  },
  structured: { raw: JSON.stringify({ output: '', calls: [{ tool: 'read_file', arguments: ARGS }] }) },
}
const said: Record<Written, Scripted> = {
  native: { text: 'Done.' },
  tags: { text: 'Done.' },
  react: {
    raw: '<ACTION><tool_name>task_complete</tool_name><parameters><summary>Done.</summary></parameters></ACTION>',
  },
  structured: { raw: JSON.stringify({ output: 'Done.', calls: [] }) },
}
