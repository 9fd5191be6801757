import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { call, scenario } from '@/lib/testing/world/scenario'
import { changeModel } from '../actions/change-settings'
import { continueRun } from '../actions/continue-run'

const looks = (path: string) => call('file_info', { path })
const done = { text: 'Done.' }

describe('a budget', () => {
  test('of tokens ends the run before the next request, once what was asked for is done', async () => {
    const s = await scenario({ limits: { tokens: 10 } })
    await s.plays([looks('a'), done])
    await s.waitsOn('file_info')
    await s.approves('file_info')
    const run = await s.ends('budget')
    expect(run).toMatchObject({ requests: 1, error: expect.stringContaining('limit of 10 tokens') })
    expect(await s.results()).toHaveLength(1)
    expect((await s.texts()).at(-1)).toContain('Stopped at the limit of 10 tokens')
  })

  test('does not end a run that is done', async () => {
    const s = await scenario({ limits: { tokens: 10 } })
    await s.plays([done])
    await s.ends('final_text')
  })

  test('of money ends the run by the prices that are set, and the cost is told', async () => {
    const s = await scenario({ limits: { cost: 0.001 } })
    const patch = { prices: { input: 1000, output: 1000 } }
    await changeModel(s.deps, { id: 'scripted:replay', patch, person: OWNER })
    await s.plays([looks('a'), done])
    await s.waitsOn('file_info')
    await s.approves('file_info')
    const run = await s.ends('budget')
    expect(run.error).toContain('limit of $0.001')
    expect(run.usage.cost).toBeCloseTo(run.usage.totalTokens / 1000, 6)
    expect((await s.view()).session.usage.cost).toBeCloseTo(run.usage.totalTokens / 1000, 6)
  })

  test('of money cannot be kept where no price is known: nothing is asked', async () => {
    const s = await scenario({ limits: { cost: 1 } })
    await s.plays([done])
    const run = await s.ends('error')
    expect(run.error).toContain('prices of scripted:replay are not known')
    expect(run.usage.totalTokens).toBe(0)
  })

  test('is a new one where the run is continued', async () => {
    const s = await scenario({ limits: { tokens: 10 } })
    await s.plays([looks('a'), done])
    await s.waitsOn('file_info')
    await s.approves('file_info')
    const run = await s.ends('budget')
    expect(await continueRun(s.deps, { runId: run.id })).toMatchObject({ runId: expect.any(String) })
    await s.ends('final_text')
  })
})
