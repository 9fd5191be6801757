import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, calls, type Scenario, scenario } from '@/lib/testing/world/scenario'

const done = { text: 'Done.' }
const looks = call('file_info', { path: 'there.txt' })
const other = call('file_info', { path: 'elsewhere.txt' })

/** Loops as they were told. */
const loops = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(event =>
    event.type === 'loop.warning' ? [`${event.data.kind} ${event.data.count}`] : [],
  )

/** Approves every Call that waits, until the Run has ended. */
async function approvesAll(s: Scenario, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const set = await s.waitsOn('file_info')
    await s.approves('file_info')
    await s.settles(set)
  }
}

describe('a model that makes the same call again and again', () => {
  test('is warned at the third, blocked at the fourth, and at the fifth its run ends', async () => {
    const s = await scenario()
    await s.plays([looks, looks, looks, looks, looks, done])
    await approvesAll(s, 3)
    const run = await s.ends('loop_detected')
    expect(run.requests).toBe(5)
    expect(run.error).toContain('the same call 5 times in a row')
    expect(await loops(s)).toEqual(['same_call 3', 'same_call 4', 'same_call 5'])
    expect((await s.results()).map(result => result.split(':')[1]?.trim())).toHaveLength(5)
    expect((await s.sent(4)).at(-1)).toContain('will be blocked')
    expect((await s.sent(5)).at(-1)).toContain('Not run. This was the same call 4 times in a row')
  })

  test('goes on where it heeds the warning, and nobody is asked about the blocked call', async () => {
    const s = await scenario()
    await s.plays([looks, looks, looks, looks, done])
    await approvesAll(s, 3)
    await s.ends('final_text')
    expect(await loops(s)).toEqual(['same_call 3', 'same_call 4'])
    const kinds = (await s.events()).flatMap(event => (event.type === 'call.ended' ? [event.data.call] : []))
    expect(kinds.map(one => one.state === 'settled' && one.result.kind)).toEqual([
      'error',
      'error',
      'error',
      'not_run',
    ])
  })

  test('is left alone where something has changed each time', async () => {
    const s = await scenario()
    await s.plays([looks, looks, looks, looks, looks, done])
    for (let at = 0; at < 5; at += 1) {
      await writeFile(path.join(s.world.workspace, 'there.txt'), 'x'.repeat(at + 1))
      const set = await s.waitsOn('file_info')
      await s.approves('file_info')
      await s.settles(set)
    }
    await s.ends('final_text')
    expect(await loops(s)).toEqual([])
  })

  test('is told apart by what it asks for, however it is written', async () => {
    const s = await scenario()
    const again = {
      raw: '<tool_call>{"name": "file_info", "arguments": { "path" : "there.txt" }}</tool_call>',
    }
    await s.plays([looks, again, looks, again, looks, done])
    await approvesAll(s, 3)
    await s.ends('loop_detected')
  })

  test('begins anew with each run', async () => {
    const s = await scenario()
    await s.plays([looks, looks, looks, done])
    await approvesAll(s, 3)
    await s.ends('final_text')
    await s.plays([looks, done])
    await approvesAll(s, 1)
    await s.ends('final_text')
    expect(await loops(s)).toEqual(['same_call 3'])
  })

  test('is not spared by a crash: what was done stays remembered', async () => {
    const s = await scenario()
    await s.plays([looks, looks, looks, looks, looks, done])
    await approvesAll(s, 2)
    await s.waitsOn('file_info')
    await s.crashesAndRestarts()
    await s.approves('file_info')
    await s.ends('loop_detected')
  })
})

test('two calls by turns are a loop too, and end the run at the sixth time', async () => {
  const s = await scenario({ limits: { requests: 20 } })
  await s.plays([...Array.from({ length: 6 }, () => [looks, other]).flat(), done])
  await approvesAll(s, 9)
  await s.ends('loop_detected')
  expect(await loops(s)).toEqual(['alternating 4', 'alternating 5', 'alternating 5', 'alternating 6'])
})

test('other calls of the set that ends the run are not asked about', async () => {
  const s = await scenario()
  const both = { calls: [...(looks.calls ?? []), ...(calls('gated_write a!').calls ?? [])] }
  await s.plays([looks, looks, looks, looks, both, done])
  await approvesAll(s, 3)
  await s.ends('loop_detected')
  expect(s.gates.ledger).toEqual([])
})
