import { describe, expect, test } from 'vitest'
import { calls, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { takeBack } from '../actions/send-message'

const done = { text: 'Done.' }

/** A Run that waits for the person, so that what is said meanwhile is queued. */
async function busy(...turns: Parameters<Scenario['plays']>[0]): Promise<Scenario> {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), ...(turns.length > 0 ? turns : [done])])
  await s.waitsOn('gated_write')
  return s
}

const waiting = async (s: Scenario): Promise<string[]> =>
  (await s.view()).queue.map(item => `${item.mode}: ${item.text}`)

/** What people said, as the transcript has it. */
const said = async (s: Scenario): Promise<string[]> =>
  (await s.texts())
    .filter(text => text.startsWith('user: '))
    .map(text => text.slice(6))
    .slice(1)

const answers = async (s: Scenario, count: number): Promise<void> => {
  await s.world.until(`${count} runs ended`, async () => {
    const ended = (await s.told()).filter(type => type === 'run.ended').length
    return ended === count && !(await s.view()).activeRun
  })
}

describe('what is said while a Run is active', () => {
  test('is stored and listed before it is acknowledged, survives a crash, and reaches the model before its next Request, and no second time', async () => {
    const s = await busy({ text: 'One.' }, { text: 'Two.' })
    const { messageId, runId } = await s.says('First this.')
    expect((await s.view()).queue).toMatchObject([
      { id: messageId, runId, mode: 'steer', text: 'First this.' },
    ])
    await s.crashesAndRestarts()
    expect(await waiting(s)).toEqual(['steer: First this.'])
    await s.says('Then that.')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.sent(2)).slice(-2)).toEqual(['user: First this.', 'user: Then that.'])
    expect(await said(s)).toEqual(['First this.', 'Then that.'])
    expect(await waiting(s)).toEqual([])
    expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
    expect((await s.view()).transcript.find(entry => entry.text === 'First this.')?.id).toBe(messageId)
  })

  test('to steer it, just before it would have ended, keeps it going', async () => {
    const s = await scenario()
    await s.plays([{ text: 'x'.repeat(200), chunkMs: 30 }, { text: 'Because you asked.' }])
    await s.world.until('the request', async () => (await s.told()).includes('request.started'))
    await s.says('One more thing.')
    await s.ends('final_text')
    expect((await s.texts()).at(-1)).toBe('assistant: Because you asked.')
    expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
  })

  test('to follow it up gets Runs of its own, to be collected joins what was just collected, all in their order', async () => {
    const s = await busy()
    const collect = { queueMode: 'collect' } as const
    const first = await s.says('Some words,', collect)
    const second = await s.says('some more.', collect)
    const between = await s.says('Something else.', { queueMode: 'followup' })
    const third = await s.says('And more.', collect)
    expect(second.runId).toBe(first.runId)
    expect(new Set([first.runId, between.runId, third.runId]).size).toBe(3)
    const limits = { overrides: { maxRequests: 3 } }
    refused(await s.tries('Quickly.', limits), 'invalid_request')
    await s.says('Quickly.', { ...limits, queueMode: 'followup' })
    await s.approves('gated_write')
    await answers(s, 5)
    expect(await said(s)).toEqual(['Some words,', 'some more.', 'Something else.', 'And more.', 'Quickly.'])
    expect((await s.view()).lastRun?.limits.requests).toBe(3)
  })

  test('to be collected is the next Run for everybody while it waits for quiet', async () => {
    const s = await busy()
    const active = (await s.view()).activeRun?.id
    await s.world.passes(3_600_000)
    const { runId } = await s.says('Some words,', { queueMode: 'collect' })
    await s.world.passes(-3_600_000)
    await s.approves('gated_write')
    await s.ends('final_text', active)
    expect(await s.view()).toMatchObject({
      activeRun: { id: runId, status: 'queued' },
      session: { state: 'running' },
    })
    expect(await waiting(s)).toEqual(['collect: Some words,'])
  })

  test('to interrupt it ends it and runs next, before what was queued', async () => {
    const s = await busy()
    const first = (await s.view()).activeRun?.id
    await s.plays([{ text: 'Queued.' }], { queueMode: 'followup' })
    await s.says('Left to steer.')
    const urgent = await s.plays([{ text: 'Urgent.' }], { queueMode: 'interrupt' })
    await s.ends('interrupted', first)
    await s.ends('final_text', urgent.runId)
    await answers(s, 4)
    expect(await s.results()).toEqual(['gated_write: not_run'])
    const spoken = (await s.texts()).filter(text => /^(assistant|notice): /.test(text))
    expect(spoken.slice(0, 3)).toEqual([
      'assistant: ',
      'notice: Interrupted by your next message.',
      'assistant: Urgent.',
    ])
    expect((await said(s)).map(text => text.replace(/.*"(Urgent|Queued)\..*/, '$1'))).toEqual([
      'Urgent',
      'Left to steer.',
      'Queued',
    ])
  })

  test('and was not taken by a Run that ended badly heads the queue', async () => {
    const s = await scenario({ limits: { activeMs: 60_000 } })
    const first = await s.plays([calls('gated_write a'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.gates.begins('a')
    await s.says('Later.', { queueMode: 'followup' })
    await s.says('Untaken.')
    await s.world.passes(60_000)
    await s.ends('timeout', first.runId)
    await answers(s, 3)
    expect(await said(s)).toEqual(['Untaken.', 'Later.'])
  })

  test('is refused when twenty wait, and nothing is lost or added', async () => {
    const s = await busy()
    for (let n = 1; n <= 20; n += 1) await s.says(`Message ${n}.`, { queueMode: n % 2 ? 'steer' : 'collect' })
    const before = await s.view()
    const answer = refused(await s.tries('One too many.'), 'queue_full')
    expect(answer.detail).toMatch(/^20 messages are already queued/)
    refused(await s.tries('One too many.', { queueMode: 'interrupt' }), 'queue_full')
    expect(await s.view()).toEqual(before)
    await s.stops()
    await s.ends('cancelled')
  })

  test('can be taken back until it is taken in, and is then never heard; in the same moment it is one or the other', async () => {
    const s = await busy()
    const takes = (itemId: string) => takeBack(s.deps, { sessionId: s.sessionId, itemId })
    const steer = await s.says('To steer.')
    const after = await s.says('To follow.', { queueMode: 'followup' })
    const kept = await s.says('To keep.')
    for (const { messageId } of [steer, after]) ok(await takes(messageId))
    expect(await waiting(s)).toEqual(['steer: To keep.'])
    expect((await s.view()).lastRun).toMatchObject({ id: after.runId, stopReason: 'cancelled' })
    const [answer] = await Promise.all([takes(kept.messageId), s.approves('gated_write')])
    await s.ends('final_text', kept.runId)
    expect(await said(s)).toEqual(answer === null ? [] : ['To keep.'])
    for (const { messageId } of [steer, kept]) refused(await takes(messageId), 'not_found')
  })
})

test('many messages at once are each delivered once, in one order for everybody', async () => {
  const s = await scenario()
  const texts = Array.from({ length: 12 }, (_, n) => `Message ${n}.`)
  await Promise.all(texts.map(text => s.says(text)))
  await s.world.until('all quiet', async () => {
    const { activeRun, queue } = await s.view()
    return !activeRun && queue.length === 0
  })
  const heard = (await s.texts()).filter(text => text.startsWith('user: ')).map(text => text.slice(6))
  expect(heard.toSorted()).toEqual(texts.toSorted())
  const numbers = await s.world.db.request.findMany({ orderBy: { number: 'desc' }, take: 1 })
  const sent = (await s.sent(numbers[0]?.number ?? 0)).filter(text => text.startsWith('user: '))
  expect(sent.map(text => text.slice(6))).toEqual(heard)
})
