import { describe, expect, test } from 'vitest'
import { calls, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }

/** A Run that waits for its next attempt, at a later time than the one before. */
const retrying = (s: Scenario, before = '') =>
  s.world.until('a retry', async () => {
    const run = (await s.view()).activeRun
    return run?.retryAt && run.retryAt > before ? run : null
  })

/** The stored time of the next attempt comes; tells which it was. */
async function nextAttempt(s: Scenario, before?: string): Promise<string> {
  const { retryAt = '' } = await retrying(s, before)
  await s.world.passes(10_000)
  return retryAt
}

describe('a request that fails in passing', () => {
  test('is tried again under its number, nobody notices but the record, and nothing runs twice', async () => {
    const s = await scenario()
    const failing = [{ text: 'Half an ans', fault: 'disconnect' }, { fault: 'http_500' }]
    await s.plays([...failing, calls('gated_write a!'), { fault: 'eof' }, calls('gated_write b!'), done])
    await nextAttempt(s, await nextAttempt(s))
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await nextAttempt(s)
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    const run = await s.ends('final_text')
    expect(run.requests).toBe(3)
    expect(s.gates.ledger).toEqual(['a!', 'b!'])
    expect((await s.texts()).slice(1).join('\n')).not.toMatch(/Half an ans|notice: /)
    const records = await s.world.db.request.findMany({ orderBy: { number: 'asc' } })
    expect(records.map(({ attempts }) => attempts)).toEqual([3, 2, 1])
    expect((await s.told()).filter(type => type.startsWith('request.'))).toHaveLength(6)
    const waits = (await s.events()).flatMap(event =>
      event.type === 'run.changed' && event.data.run.retryAt
        ? [Date.parse(event.data.run.retryAt) - Date.parse(event.at)]
        : [],
    )
    expect(waits.map(ms => Math.floor(Math.log2(ms / 750)))).toEqual([0, 1, 0])
  })

  test('waits as long as the provider says', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'rate_limit' }, done])
    const { retryAt = '' } = await retrying(s)
    const told = (await s.events()).findLast(event => event.type === 'run.changed')
    expect(Date.parse(retryAt) - Date.parse(told?.at ?? '')).toBe(1000)
    await nextAttempt(s)
    await s.ends('final_text')
  })

  test('keeps its time and its count through a crash, and is tried again however long nobody was there', async () => {
    const s = await scenario({ limits: { activeMs: 60_000 } })
    await s.plays([{ fault: 'http_500' }, done])
    const before = await retrying(s)
    await s.crashesAndRestarts()
    expect((await s.view()).activeRun).toEqual(before)
    s.server.kill9()
    await s.world.passes(3_600_000)
    s.server = await s.world.startServer()
    await s.world.passes(0)
    await s.ends('final_text')
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, attempts: 2 }])
  })

  test('ends the Run in the provider’s words when all attempts are used up', async () => {
    const s = await scenario({ limits: { modelRetries: 1 } })
    await s.plays([{ fault: 'http_500' }, { fault: 'http_500' }, done])
    await nextAttempt(s)
    const run = await s.ends('error')
    expect(run.error).toContain('A scripted failure.')
    expect((await s.texts()).at(-1)).toBe(`notice: ${run.error}`)
    expect((await s.view()).session.state).toBe('error')
    expect(await s.world.db.request.findMany()).toMatchObject([{ attempts: 2, finishReason: 'unavailable' }])
  })

  test('ends it at once where the next attempt would come after the deadline', async () => {
    const s = await scenario({ limits: { activeMs: 500 } })
    await s.plays([{ fault: 'rate_limit' }, done])
    const run = await s.ends('error')
    expect(run.error).toContain('A scripted rate limit.')
  })
})

describe('a request that fails for good', () => {
  test('ends the Run at once, without another attempt', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'overflow' }, done])
    const run = await s.ends('error')
    expect(run.error).toMatch(/longer than/)
    expect(await s.world.db.request.findMany()).toMatchObject([{ attempts: 1, finishReason: 'overflow' }])
  })
})

describe('a model that falls silent', () => {
  test('ends the Run as that when it does so again and again', async () => {
    const s = await scenario({ limits: { idleMs: 30, modelRetries: 1 } })
    await s.plays([
      { text: 'Well, ', fault: 'hang' },
      { text: 'Well, ', fault: 'hang' },
    ])
    await nextAttempt(s)
    const run = await s.ends('idle_timeout')
    expect(run.error).toContain('sent nothing for')
    expect(await s.texts()).toEqual([
      expect.stringMatching(/^user: /),
      'assistant: Well, ',
      `notice: ${run.error}`,
    ])
  })
})

test('a reply that meets the output limit is kept without its calls, and the model is asked to go on', async () => {
  const s = await scenario()
  await s.plays([{ text: 'The first half', fault: 'length', ...calls('gated_write a!') }, done])
  await s.ends('final_text')
  expect((await s.texts()).slice(1)).toEqual([
    'assistant: The first half',
    expect.stringMatching(/^notice: /),
    'assistant: Done.',
  ])
  expect((await s.sent(2)).slice(1)).toEqual([
    'assistant: The first half',
    'user: Your reply met the output limit. Go on where it ended.',
  ])
  expect((await s.told()).filter(type => type === 'parse.issue')).toHaveLength(1)
  expect(s.gates.ledger).toEqual([])
})

test('a level that the model came to lack after it was asked for is refused in words, and nothing is sent', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const { runId } = await s.says('Think little.', { queueMode: 'followup', overrides: { thinking: 'low' } })
  await s.sets({ model: 'openai:gpt-4.1' })
  await s.denies('gated_write')
  const run = await s.ends('error', runId)
  expect(run.error).toBe('openai:gpt-4.1 has no thinking level “low”. It has: default, none.')
})
