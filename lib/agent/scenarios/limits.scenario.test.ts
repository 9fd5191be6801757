import { describe, expect, test } from 'vitest'
import { calls, refused, ruling, scenario } from '@/test/world/scenario'
import { IMPATIENT } from '@/test/world/world'

const done = { text: 'Done.' }
const again = calls('gated_write a!')

describe('the cap of requests', () => {
  test('ends the Run after one more, which sums up without tools and does not count, and sends the same tools and instructions with it', async () => {
    const s = await scenario({ limits: { requests: 2 } })
    await s.plays([again, again, { text: 'Two were done.', ...calls('gated_write never!') }, done])
    for (const _ of [1, 2]) {
      await s.waitsOn('gated_write')
      await s.approves('gated_write')
    }
    const run = await s.ends('cap')
    expect(run.requests).toBe(2)
    const rows = await s.world.db.request.findMany({ orderBy: { number: 'asc' } })
    expect(rows.map(row => `${row.number} ${row.purpose} ${row.finishReason}`)).toEqual([
      ...['1 loop calls', '2 loop calls', '3 cap_summary calls'],
    ])
    const told = await s.texts()
    expect(told.slice(-2)).toEqual([
      'assistant: Two were done.',
      'notice: Stopped: limit of 2 requests reached.',
    ])
    expect(told).toContain('notice: Limit of 2 requests reached. The agent sums up.')
    const issues = (await s.events()).filter(event => event.type === 'parse.issue')
    expect(issues).toMatchObject([{ data: { number: 3, reason: expect.stringContaining('tools were off') } }])
    expect(s.gates.ledger).toEqual(['a!', 'a!'])
    const [, before, summary] = rows
    expect([summary?.tools, summary?.instructions]).toEqual([before?.tools, before?.instructions])
    const [sent, last] = [await s.sent(2), await s.sent(3)]
    expect(last.slice(0, sent.length)).toEqual(sent)
    expect(last.at(-1)).toContain('Call no tools now')
  })

  test('ends the Run also where the provider refuses the summary, or it met the output limit, and says so', async () => {
    const s = await scenario({ limits: { requests: 1, modelRetries: 0 } })
    await s.plays([again, { fault: 'http_500' }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    const run = await s.ends('cap')
    expect(run.error).toBeUndefined()
    expect((await s.texts()).slice(-2)).toEqual([
      expect.stringMatching(/^notice: The summary failed\. .*500/),
      'notice: Stopped: limit of 1 request reached.',
    ])
    await s.plays([again, { text: 'So far: half', fault: 'length' }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('cap')
    expect((await s.texts()).slice(-3)).toEqual([
      'assistant: So far: half',
      'notice: The summary reached the output limit and ends there.',
      'notice: Stopped: limit of 1 request reached.',
    ])
  })
})

describe('the limit of active time', () => {
  const minute = { limits: { activeMs: 60_000 } }

  test('ends the Run while an Activity runs, and says so', async () => {
    const s = await scenario(minute)
    await s.plays([calls('gated_write a', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    await s.world.passes(60_000)
    await s.ends('timeout')
    expect(await s.results()).toEqual(['gated_write: error', 'gated_write: not_run'])
    expect((await s.texts()).at(-1)).toBe('notice: Stopped: limit of 60 s of active time reached.')
  })

  test('ends the Run while the model answers', async () => {
    const s = await scenario(minute)
    await s.plays([{ text: 'A long answer that takes its time.', chunkMs: 100_000 }])
    await s.world.until('the request', async () => (await s.told()).includes('request.started'))
    await s.world.passes(60_000)
    await s.ends('timeout')
    expect((await s.view()).lastRun?.error).toBeUndefined()
  })

  test('does not count the time in which a person was waited for, and that before and after it together', async () => {
    const s = await scenario(minute)
    await s.plays([calls('gated_write a', 'gated_write b'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.world.passes(3_600_000)
    await s.approves('gated_write a')
    await s.gates.begins('a')
    await s.world.passes(35_000)
    s.gates.open('a')
    await s.waitsOn('gated_write')
    await s.world.passes(3_600_000)
    await s.approves('gated_write b')
    await s.gates.begins('b')
    await s.world.passes(35_000)
    await s.ends('timeout')
  })
})

test('the limit of a tool stops its Activity and names itself; one that does not listen is given up, its outcome unknown', async () => {
  const s = await scenario({ limits: { toolMs: 50 } }, { server: IMPATIENT })
  await s.plays([calls('gated_write a'), calls('gated_deaf b'), done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.waitsOn('gated_deaf')
  await s.approves('gated_deaf')
  await s.ends('final_text')
  expect(await s.results()).toEqual(['gated_write: error', 'gated_deaf: unknown'])
  const sent = await s.sent(3)
  expect(sent).toContain('result of gated_write: Stopped in the middle. The limit is 0.05 s.')
  expect(sent.at(-1)).toMatch(/did not end within its limit of 0.05 s/)
  s.gates.open('b')
})

describe('the time in which a Call can be decided', () => {
  const hour = { limits: { expiryMs: 3_600_000 } }

  test('ends it as expired, which is nobody’s denial, and the model goes on', async () => {
    const s = await scenario(hour)
    await s.plays([calls('gated_write a!', 'gated_write b!'), done])
    const set = await s.waitsOn('gated_write', 'gated_write')
    await s.world.passes(3_600_000)
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: expired', 'gated_write: expired'])
    expect((await s.sent(2)).at(-1)).toBe('result of gated_write: Not run: nobody decided in time.')
    const call = await s.callNow(set.calls[0]?.id ?? '')
    expect(call).toMatchObject({ decisions: [{ by: { type: 'expiry' } }] })
    refused(await s.rulesOn(set.id, [ruling(call, { kind: 'approve' })]), 'already_decided')
    expect(s.gates.ledger).toEqual([])
  })

  test('is over for whoever decides after it, though nobody has said so yet', async () => {
    const s = await scenario(hour)
    await s.plays([calls('gated_write a!'), done])
    const set = await s.waitsOn('gated_write')
    await s.crashesAndRestarts({ role: 'web' })
    await s.world.passes(3_600_000)
    const [call] = set.calls
    if (call) refused(await s.rulesOn(set.id, [ruling(call, { kind: 'approve' })]), 'already_decided')
    expect(await s.world.db.decision.count()).toBe(0)
    s.server = await s.world.startServer()
    await s.world.passes(0)
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: expired'])
    expect(s.gates.ledger).toEqual([])
  })

  test('ends while another Call of its set runs, and does not wait for that', async () => {
    const s = await scenario({ limits: { expiryMs: 60_000 } })
    await s.plays([calls('gated_write a', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    await s.world.passes(61_000)
    await s.world.until('the other expired', async () => (await s.results()).length === 1)
    s.gates.open('a')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: expired', 'gated_write: ok'])
  })
})
