import { describe, expect, test } from 'vitest'
import { calls, type Scenario, scenario } from '@/lib/testing/world/scenario'

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
  test.each(['http_500', 'rate_limit', 'disconnect', 'eof', 'bad_json'])(
    'by %s is tried again under its number, and nobody notices but the record',
    async fault => {
      const s = await scenario()
      await s.plays([{ text: 'Half an ans', fault }, done])
      await nextAttempt(s)
      const run = await s.ends('final_text')
      expect(run.requests).toBe(1)
      expect(await s.texts()).toEqual([expect.stringMatching(/^user: /), 'assistant: Done.'])
      const records = await s.world.db.request.findMany()
      expect(records).toMatchObject([{ number: 1, attempts: 2, finishReason: 'stop' }])
      expect((await s.told()).filter(type => type.startsWith('request.'))).toEqual([
        'request.started',
        'request.ended',
      ])
    },
  )

  test('waits longer each time, within its bounds', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'http_500' }, { fault: 'http_500' }, { fault: 'http_500' }, done])
    const first = await nextAttempt(s)
    await nextAttempt(s, await nextAttempt(s, first))
    await s.ends('final_text')
    const waits = (await s.events()).flatMap(event =>
      event.type === 'run.changed' && event.data.run.retryAt
        ? [Date.parse(event.data.run.retryAt) - Date.parse(event.at)]
        : [],
    )
    for (const [index, ms] of [...new Set(waits)].entries()) {
      expect(ms).toBeGreaterThanOrEqual(750 * 2 ** index)
      expect(ms).toBeLessThanOrEqual(1250 * 2 ** index)
    }
    expect(new Set(waits).size).toBe(3)
  })

  test('waits as long as the provider says', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'http_500' }, { fault: 'rate_limit' }, done])
    await nextAttempt(s)
    const run = await s.world.until('the second', async () => {
      const active = (await s.view()).activeRun
      return active?.retryAt && active.lastFailure?.includes('rate limit') ? active : null
    })
    const told = (await s.events()).findLast(event => event.type === 'run.changed')
    expect(Date.parse(run.retryAt ?? '') - Date.parse(told?.at ?? '')).toBe(1000)
    await nextAttempt(s)
    await s.ends('final_text')
  })

  test('keeps its time and its count through a crash', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'http_500' }, done])
    const before = await retrying(s)
    await s.crashesAndRestarts()
    expect((await s.view()).activeRun).toEqual(before)
    await s.world.passes(10_000)
    await s.ends('final_text')
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, attempts: 2 }])
  })

  test('is tried again however long nobody was there', async () => {
    const s = await scenario({ limits: { activeMs: 60_000 } })
    await s.plays([{ fault: 'http_500' }, done])
    await retrying(s)
    s.server.kill9()
    await s.world.passes(3_600_000)
    s.server = await s.world.startServer()
    await s.world.passes(0)
    await s.ends('final_text')
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

  test('of a model that there is not, too', async () => {
    const s = await scenario()
    await s.world.touches(`UPDATE "Session" SET model = 'compatible:gone'`)
    await s.says('Hello.')
    expect((await s.ends('error')).error).toBeTruthy()
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
    expect(run.error).toContain('sent nothing for 30 ms')
    expect(await s.texts()).toEqual([
      expect.stringMatching(/^user: /),
      'assistant: Well, ',
      `notice: ${run.error}`,
    ])
  })

  test('and comes back has only been late', async () => {
    const s = await scenario({ limits: { idleMs: 30 } })
    await s.plays([{ fault: 'hang' }, done])
    await nextAttempt(s)
    await s.ends('final_text')
  })
})

describe('a reply that meets the output limit', () => {
  test('is kept without its calls, and the model is asked to go on, once', async () => {
    const s = await scenario()
    await s.plays([{ text: 'The first half', fault: 'length', ...calls('gated_write a!') }, done])
    await s.ends('final_text')
    expect((await s.texts()).slice(1)).toEqual([
      'assistant: The first half',
      'notice: The reply met the output limit; the model was asked to go on.',
      'assistant: Done.',
    ])
    expect((await s.sent(2)).slice(1)).toEqual([
      'assistant: The first half',
      'user: Your reply met the output limit. Go on where it ended.',
    ])
    const issues = (await s.events()).filter(event => event.type === 'parse.issue')
    expect(issues).toMatchObject([{ data: { reason: expect.stringContaining('met the output limit') } }])
    expect(s.gates.ledger).toEqual([])
  })

  test('ends the Run the second time', async () => {
    const s = await scenario()
    await s.plays([{ text: 'One', fault: 'length' }, { text: 'two', fault: 'length' }, done])
    expect((await s.ends('error')).error).toMatch(/met the output limit twice/)
  })
})

test('a failure between two sets loses nothing and runs nothing twice', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), { fault: 'disconnect' }, calls('gated_write b!'), done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await nextAttempt(s)
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!', 'b!'])
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
