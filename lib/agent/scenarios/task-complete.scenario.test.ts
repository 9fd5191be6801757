import { expect, test } from 'vitest'
import { scenario } from '@/test/world/scenario'

const complete = { name: 'task_complete', arguments: { summary: 'All is done.' } }
const write = { name: 'gated_write', arguments: { name: 'a!' } }

test('a task that the model calls complete ends the run when the other calls of its set are settled, and asks nobody', async () => {
  const s = await scenario()
  await s.plays([{ calls: [write, complete] }, { text: 'Never asked.' }])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  const run = await s.ends('task_complete')
  expect(run.requests).toBe(1)
  expect(s.gates.ledger).toEqual(['a!'])
  expect(await s.results()).toEqual(['gated_write: ok', 'task_complete: ok'])
  expect((await s.texts()).at(-1)).toBe('assistant: All is done.')
  const decided = (await s.events()).filter(event => event.type === 'call.decided')
  expect(decided.map(({ data }) => data.by)).toContainEqual(expect.objectContaining({ type: 'control' }))
})
