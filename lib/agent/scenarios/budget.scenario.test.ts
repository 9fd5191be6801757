import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { call, ok, scenario } from '@/test/world/scenario'
import { changeModel } from '../actions/change-settings'
import { continueRun } from '../actions/runs'

const looks = call('file_info', { path: 'a' })
const done = { text: 'Done.' }

describe('a budget', () => {
  test('of tokens ends the run before the next request, once what was asked for is done; going on has a new one', async () => {
    const s = await scenario({ limits: { tokens: 10 } })
    await s.plays([looks, done])
    await s.waitsOn('file_info')
    await s.approves('file_info')
    const run = await s.ends('budget')
    expect(run).toMatchObject({ requests: 1, error: expect.stringContaining('limit of 10 tokens') })
    expect(await s.results()).toHaveLength(1)
    expect((await s.texts()).at(-1)).toContain('Stopped: limit of 10 tokens')
    const { runId } = ok(await continueRun(s.deps, { runId: run.id }))
    await s.ends('final_text', runId)
  })

  test('of money asks nothing where no price is known, else ends the run by the prices that are set', async () => {
    const s = await scenario({ limits: { cost: 0.001 } })
    await s.plays([done])
    const unasked = await s.ends('error')
    expect(unasked.error).toContain('scripted:replay has no prices')
    expect(unasked.usage.totalTokens).toBe(0)
    const patch = { prices: { input: 1000, output: 1000 } }
    await changeModel(s.deps, { id: 'scripted:replay', patch, person: OWNER })
    await s.plays([looks, done])
    await s.waitsOn('file_info')
    await s.approves('file_info')
    const run = await s.ends('budget')
    expect(run.error).toContain('limit of $0.001')
    expect(run.usage.cost).toBeCloseTo(run.usage.totalTokens / 1000, 6)
    expect((await s.view()).session.usage.cost).toBeCloseTo(run.usage.totalTokens / 1000, 6)
  })
})
