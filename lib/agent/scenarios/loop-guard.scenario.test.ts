import { expect, test } from 'vitest'
import { call, calls, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }
const looks = call('file_info', { path: 'there.txt' })

/** Loops as they were told. */
const loops = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(event =>
    event.type === 'loop.warning' ? [`${event.data.kind} ${event.data.count}`] : [],
  )

test('a model that makes the same call again and again is warned, blocked, and at the fifth its run ends, also after a crash', async () => {
  const s = await scenario()
  const spelled = {
    raw: '<tool_call>{"name": "file_info", "arguments": { "path" : "there.txt" }}</tool_call>',
  }
  const last = { calls: [...(looks.calls ?? []), ...(calls('gated_write a!').calls ?? [])] }
  await s.plays([looks, spelled, looks, spelled, last, done])
  for (const crashes of [false, false, true]) {
    const set = await s.waitsOn('file_info')
    if (crashes) await s.crashesAndRestarts()
    await s.approves('file_info')
    await s.settles(set)
  }
  const run = await s.ends('loop_detected')
  expect(run.requests).toBe(5)
  expect(run.error).toContain('the same call 5 times in a row')
  expect(await loops(s)).toEqual(['same_call 3', 'same_call 4', 'same_call 5'])
  expect((await s.sent(4)).at(-1)).toContain('will be blocked')
  expect((await s.sent(5)).at(-1)).toContain('Not run. This was the same call 4 times in a row')
  expect(s.gates.ledger).toEqual([])
})
