import { describe, expect, test } from 'vitest'
import { historyOf } from '@/lib/store/run/compaction'
import {
  card,
  cards,
  clears,
  compacts,
  purposes,
  talking,
  talks,
  undoes,
} from '@/test/world/compaction-story'
import { call, ok, refused } from '@/test/world/scenario'

describe('a model that says the conversation is too long', () => {
  test('is asked anew with a smaller one', async () => {
    const s = await talking({})
    await talks(s, 4, ' '.padEnd(400, 'x'))
    await s.plays([{ fault: 'overflow' }, { text: 'Now it fits.' }])
    const run = await s.ends('final_text')
    expect(run.requests).toBe(1)
    expect((await purposes(s)).slice(4)).toEqual(['5 loop overflow', '6 compaction stop', '7 loop stop'])
    const chars = async (number: number) => (await s.sent(number)).join('').length
    expect(await chars(7)).toBeLessThan((await chars(5)) * 0.8)
    expect((await s.texts()).at(-1)).toBe('assistant: Now it fits.')
  })

  test('each time is told so after the retries there are, as an error', async () => {
    const s = await talking({})
    await talks(s, 6, ' '.padEnd(400, 'x'))
    await s.plays([{ fault: 'overflow' }, { fault: 'overflow' }, { fault: 'overflow' }, { text: 'Never.' }])
    const run = await s.ends('error')
    expect(run.error).toContain('longer than')
    expect((await purposes(s)).filter(line => line.includes('overflow'))).toHaveLength(3)
    expect(await cards(s)).toHaveLength(2)
  })

  test('is told at once where nothing can be left out, and not asked anew where the session says so', async () => {
    const s = await talking({})
    await s.plays([{ fault: 'overflow' }, { text: 'Never.' }])
    await s.ends('error')
    expect(await cards(s)).toEqual([])
    await s.sets({ limits: { overflowRetries: 0 } })
    await talks(s, 3)
    await s.plays([{ fault: 'overflow' }, { text: 'Never.' }])
    await s.ends('error')
  })
})

describe('a person', () => {
  test('asks for it in an idle session, and what the summary should do, where there is something to compact', async () => {
    const s = await talking({})
    refused(await compacts(s), 'invalid_request')
    await talks(s, 4)
    const { runId } = ok(await compacts(s, 'Keep the name of the boat.'))
    await s.ends('task_complete', runId)
    expect((await s.sent(5)).join()).toContain('Keep the name of the boat.')
    expect(await card(s)).toMatchObject({ why: 'asked', method: 'summary', dropped: 4 })
    await s.plays([{ text: 'And on.' }])
    await s.ends('final_text')
    expect((await s.sent(6))[0]).toMatch(/^user: \[Summary of 4/)
  })

  test('stops it, and hears that it is under way; what they say meanwhile the same run answers', async () => {
    const s = await talking({})
    await talks(s, 3)
    const begins = async (delayMs: number) => {
      const compaction = [{ text: 'Short.', delayMs }]
      await s.says(JSON.stringify({ turns: [{ text: 'Slow.' }], compaction }))
      await s.ends('final_text')
      const { runId } = ok(await compacts(s))
      await s.world.until('compacting', async () => (await s.view()).activeRun?.compacting)
      return runId
    }
    const stopped = await begins(60_000)
    refused(await compacts(s), 'session_busy')
    await s.stops()
    await s.ends('cancelled', stopped)
    expect(await cards(s)).toEqual([])
    const runId = await begins(400)
    expect((await s.plays([{ text: 'At once.' }])).runId).toBe(runId)
    await s.ends('final_text', runId)
    expect((await s.texts()).at(-1)).toBe('assistant: At once.')
    expect(await cards(s)).toHaveLength(1)
  })

  test('waits with it until the calls that wait are decided', async () => {
    const s = await talking({})
    await talks(s, 3)
    await s.world.puts('a.txt', 'A')
    await s.plays([call('read_file', { path: 'a.txt' }), { text: 'Done.' }])
    await s.waitsOn('read_file')
    ok(await compacts(s))
    await s.waitsOn('read_file')
    expect(await s.told()).not.toContain('context.compacting')
    await s.approves('read_file')
    await s.ends('final_text')
    expect((await purposes(s)).slice(3)).toEqual(['4 loop calls', '5 compaction stop', '6 loop stop'])
  })

  test('clears all that the model sees, and puts it back', async () => {
    const s = await talking({})
    refused(await clears(s), 'invalid_request')
    await s.sets({ mode: 'plan' })
    await talks(s, 3)
    const whole = await historyOf(s.world.db, s.sessionId)
    const { compactionId } = ok(await clears(s))
    const cleared = await historyOf(s.world.db, s.sessionId, whole)
    expect(await card(s)).toMatchObject({ method: 'trim', dropped: 7, after: { messages: 1 } })
    await s.plays([{ text: 'Which boat?' }])
    await s.ends('final_text')
    const since = await historyOf(s.world.db, s.sessionId, cleared)
    expect(since).toEqual(await historyOf(s.world.db, s.sessionId))
    expect(since.messages.map(({ message }) => message)).toContain(cleared.messages[0]?.message)
    const sent = await s.sent(4)
    expect(sent.join()).not.toContain('Albatros')
    expect(sent).toHaveLength(2)
    expect((await s.view()).transcript).toHaveLength(10)
    ok(await undoes(s, compactionId))
    await talks(s, 1)
    expect((await s.sent(5)).join()).toContain('Albatros')
  })

  test('undoes the latest: the model sees the originals again, and for a while it is not done anew', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 })
    await talks(s, 4)
    const { id, before } = await card(s)
    expect(ok(await undoes(s, id))).toMatchObject({ undone: true, before })
    refused(await undoes(s, id), 'invalid_request')
    expect(await card(s)).toMatchObject({ undone: true })
    await s.plays([{ text: 'I see it all.' }])
    await s.ends('final_text')
    const sent = await s.sent(6)
    expect(sent).toHaveLength(9)
    expect(sent[0]).toContain('The boat is called Albatros.')
    await talks(s, 2)
    const [first, second] = await cards(s)
    refused(await undoes(s, first?.id ?? ''), 'invalid_request')
    refused(await undoes(s, s.deps.newId()), 'not_found')
    ok(await undoes(s, second?.id ?? ''))
  })
})
