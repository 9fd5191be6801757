import { describe, expect, test } from 'vitest'
import { card, cards, purposes, talking, talks } from '@/test/world/compaction-story'
import type { Scenario } from '@/test/world/scenario'

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
      kind: 'summary',
      method: 'summary',
      why: 'messages',
      dropped: 4,
      before: { messages: 7 },
      after: { messages: 4 },
    })
    expect((await s.texts()).filter(text => text.startsWith('user: '))).toHaveLength(4)
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

  test('is summarised again on top of the summary before, and carries one note of all that was trimmed since', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 6)
    const made = await cards(s)
    expect(made.map(({ method }) => method)).toEqual(['summary', 'summary'])
    const number = (await purposes(s)).findLastIndex(line => line.includes('compaction')) + 1
    expect((await s.sent(number))[0]).toContain('<message from="earlier summary">')
    expect((await s.sent(number))[0]).toContain('The boat is called Albatros.')
    expect(made[1]?.from).toBeGreaterThan(made[0]?.through ?? 0)
    await s.sets({ compaction: { enabled: false } })
    await talks(s, 5)
    const trims = (await cards(s)).slice(2)
    expect(trims.length).toBeGreaterThan(1)
    const trimmed = trims.reduce((sum, one) => sum + one.dropped, 0)
    const last = (await purposes(s)).length
    const [first] = await s.sent(last)
    expect(first).toMatch(/^user: \[Summary of/)
    expect(first?.match(/Summary of/g)).toHaveLength(1)
    expect(await notes(s, last)).toEqual([`${trimmed} earlier messages of this conversation were left out`])
  })

  test('is trimmed aloud where the model refuses, or has nothing to say', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    for (const compaction of [[{ fault: 'overflow' }], [{ text: ' ' }]]) {
      await talks(s, 3)
      await s.says(JSON.stringify({ turns: [{ text: 'Still here.' }], compaction }))
      await s.ends('final_text')
      expect((await s.texts()).at(-1)).toBe('assistant: Still here.')
    }
    expect((await cards(s)).map(({ kind, method }) => `${kind} ${method}`)).toContain('notice trim')
    expect((await cards(s)).filter(({ method }) => method !== 'trim')).toEqual([])
  })
})

test('a compaction that a crash cut off goes on under its number', async () => {
  const s = await talking({ messages: 6, keepMessages: 3 })
  await talks(s, 3)
  const slow = [{ text: 'Short.', delayMs: 500 }]
  await s.says(JSON.stringify({ turns: [{ text: 'And on.' }], compaction: slow }))
  await s.world.until('compacting', async () => (await s.view()).activeRun?.compacting)
  await s.crashesAndRestarts()
  await s.ends('final_text')
  expect((await purposes(s)).slice(3)).toEqual(['4 compaction stop', '5 loop stop'])
  expect(await cards(s)).toHaveLength(1)
  expect((await s.told()).filter(type => type === 'context.compacting')).toHaveLength(1)
})

test('a long run is compacted too: whole sets of calls and their results, and the files that were read', async () => {
  const s = await talking({ messages: 6, keepMessages: 3 }, { dialect: 'tags', limits: { requests: 20 } })
  await s.world.puts('a.txt', 'A')
  const reads = { raw: '<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>' }
  await talks(s, 1)
  await s.plays([reads, reads, reads, { text: 'Done.' }])
  for (let n = 0; n < 3; n += 1) {
    await s.waitsOn('read_file')
    await s.approves('read_file')
  }
  await s.ends('final_text')
  expect((await cards(s))[0]?.text).toContain('Files read:\n- a.txt')
})
