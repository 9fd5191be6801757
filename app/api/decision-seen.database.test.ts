import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { faultsOf } from '@/test/http/http-client'
import { about, httpStory } from '@/test/http/http-story'
import { calls } from '@/test/world/scenario'

test('how much of a call was on screen is stored with its decision, told, recorded and exported', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([
    calls('gated_write a!', 'gated_write b!', 'gated_write c!'),
    { text: 'Done.' },
  ])
  const set = await s.waits()
  for (const seen of ['all', '', true, null]) {
    const body = { decisions: [about(set.calls[0], { kind: 'approve', seen })] }
    expect(faultsOf(await s.tries('decide', { at: set.id, body }))).toEqual(['/decisions/0/seen'])
  }
  await s.decides(set, [
    { kind: 'approve', seen: 'part' },
    { kind: 'edit', arguments: { name: 'x!' }, seen: 'whole' },
    { kind: 'approve' },
  ])
  await s.ends(runId)
  const extents = ['part', 'whole', undefined]

  const stored = await Promise.all(set.calls.map(({ id }) => s.does('readCall', { at: id })))
  expect(stored.map(call => call.decisions.map(({ seen }) => seen))).toEqual(extents.map(seen => [seen]))
  const lines = (await s.view()).transcript.flatMap(({ call }) => call ?? [])
  expect(lines.map(({ seen }) => seen)).toEqual(extents)

  const exported = async (format: string): Promise<string> =>
    (await s.tries('exportSession', { query: { format } })).text
  const links = (await exported('jsonl'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const decided = links
    .filter(({ type }) => type === 'call.decided')
    .map(({ payload }) => JSON.parse(payload))
  expect(decided.map(({ call }) => call.decisions[0].seen)).toEqual(extents)
  const { sets } = JSON.parse(await exported('json'))
  expect(sets[0].calls.map((call: Call) => call.decisions[0]?.seen)).toEqual(extents)
  const markdown = await exported('md')
  expect(markdown).toMatch(/Approved by Owner [^\n]*; unread/)
  expect(markdown).toMatch(/Approved with changes by Owner [^\n]*; all of it was on screen/)
})
