import { describe, expect, test } from 'vitest'
import { takeBack } from '@/lib/run/actions/send-message'
import { calls, ok, refused, type Scenario, scenario } from '@/lib/testing/world/scenario'

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

const takesBack = async (s: Scenario, itemId: string): Promise<void> => {
  ok(await takeBack(s.deps, { sessionId: s.sessionId, itemId }))
}

const answers = async (s: Scenario, count: number): Promise<void> => {
  await s.world.until(`${count} runs ended`, async () => {
    const ended = (await s.told()).filter(type => type === 'run.ended').length
    return ended === count && !(await s.view()).activeRun
  })
}

describe('what is said while a Run is active', () => {
  test('is stored and listed before it is acknowledged, and survives a crash', async () => {
    const s = await busy()
    const { messageId, runId } = await s.says('Also this.')
    expect((await s.view()).queue).toMatchObject([
      { id: messageId, runId, mode: 'steer', text: 'Also this.' },
    ])
    await s.crashesAndRestarts()
    expect(await waiting(s)).toEqual(['steer: Also this.'])
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await said(s)).toEqual(['Also this.'])
    expect(await waiting(s)).toEqual([])
    expect((await s.view()).transcript.find(entry => entry.text === 'Also this.')?.id).toBe(messageId)
  })

  test('to steer it reaches the model before its next Request, and no second time', async () => {
    const s = await busy({ text: 'One.' }, { text: 'Two.' })
    await s.says('First this.')
    await s.says('Then that.')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.sent(2)).slice(-2)).toEqual(['user: First this.', 'user: Then that.'])
    expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
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

  test('to follow it up gets Runs of its own, in order', async () => {
    const s = await busy()
    for (const name of ['one', 'two', 'three']) {
      await s.plays([{ text: `About ${name}.` }], { queueMode: 'followup' })
    }
    await s.approves('gated_write')
    await answers(s, 4)
    expect((await s.texts()).filter(text => text.startsWith('assistant: About'))).toEqual([
      'assistant: About one.',
      'assistant: About two.',
      'assistant: About three.',
    ])
  })

  test('to be collected becomes one Run, once it has been quiet', async () => {
    const s = await busy()
    const first = await s.says('Some words,', { queueMode: 'collect' })
    const second = await s.says('some more.', { queueMode: 'collect' })
    expect(second.runId).toBe(first.runId)
    await s.approves('gated_write')
    await answers(s, 2)
    expect(await said(s)).toEqual(['Some words,', 'some more.'])
    const { runId } = await s.says('Alone.')
    expect(runId).not.toBe(first.runId)
    await answers(s, 3)
  })

  test('to be collected does not join what stands between', async () => {
    const s = await busy()
    const first = await s.says('Some words,', { queueMode: 'collect' })
    const between = await s.says('Something else.', { queueMode: 'followup' })
    const last = await s.says('some more.', { queueMode: 'collect' })
    expect(new Set([first.runId, between.runId, last.runId]).size).toBe(3)
    await s.approves('gated_write')
    await answers(s, 4)
    expect(await said(s)).toEqual(['Some words,', 'Something else.', 'some more.'])
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
    expect(answer.detail).toMatch(/^20 messages wait already/)
    refused(await s.tries('One too many.', { queueMode: 'interrupt' }), 'queue_full')
    expect(await s.view()).toEqual(before)
    await s.stops()
    await s.ends('cancelled')
  })

  test('can be taken back until it is taken in, and is then never heard', async () => {
    const s = await busy()
    const steer = await s.says('To steer.')
    const after = await s.says('To follow.', { queueMode: 'followup' })
    const kept = await s.says('To keep.')
    await takesBack(s, steer.messageId)
    await takesBack(s, after.messageId)
    expect(await waiting(s)).toEqual(['steer: To keep.'])
    expect((await s.view()).lastRun).toMatchObject({ id: after.runId, stopReason: 'cancelled' })
    await s.approves('gated_write')
    await s.ends('final_text', kept.runId)
    expect(await said(s)).toEqual(['To keep.'])
    refused(await takeBack(s.deps, { sessionId: s.sessionId, itemId: kept.messageId }), 'not_found')
    refused(await takeBack(s.deps, { sessionId: s.sessionId, itemId: steer.messageId }), 'not_found')
  })

  test('and is taken back at the moment it is taken in, is one or the other', async () => {
    const s = await busy()
    const { messageId } = await s.says('In or out?')
    const [answer] = await Promise.all([
      takeBack(s.deps, { sessionId: s.sessionId, itemId: messageId }),
      s.approves('gated_write'),
    ])
    await s.ends('final_text')
    expect(await said(s)).toEqual(answer === null ? [] : ['In or out?'])
  })

  test('cannot bring its own limits into the Run that it joins', async () => {
    const s = await busy()
    const more = { overrides: { maxRequests: 3 } }
    refused(await s.tries('Quickly.', more), 'invalid_request')
    await s.says('Quickly.', { ...more, queueMode: 'followup' })
    await s.approves('gated_write')
    await answers(s, 2)
    expect((await s.view()).lastRun?.limits.requests).toBe(3)
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
