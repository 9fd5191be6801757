import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { saveMemory } from '@/lib/store/memory/memory'
import { isSomebodyWaiting } from '@/test/database/is-somebody-waiting'
import { ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { addMemory, changeMemory, listMemories } from '../actions/memories'
import { keptText } from '../calls/apply-control-effect'

const keeps = async (s: Scenario, text: string): Promise<string> =>
  ok(await addMemory(s.deps, { memory: { text }, person: OWNER })).id

test('of two who change two memories to the same words in one moment, one is told that they are kept', async () => {
  const s = await scenario()
  const [one, other] = [await keeps(s, 'It is teal.'), await keeps(s, 'It is red.')]
  const text = 'It is green.'
  const [written, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = s.world.db.$transaction(async tx => {
    await saveMemory(tx, { id: one, content: keptText(text), tags: undefined, at: new Date().toISOString() })
    written.resolve()
    await first.promise
  })
  await written.promise
  const second = changeMemory(s.deps, { id: other, patch: { text }, person: OWNER })
  await s.world.until('the second waiting', () => isSomebodyWaiting(s.world.db))
  first.resolve()
  await holding
  expect(refused(await second, 'invalid_request').more.errors).toMatchObject([{ path: '/text' }])
  const kept = ok(await listMemories(s.deps, { q: '', before: undefined, limit: 9 }))
  expect(kept.map(memory => memory.text)).toEqual(['It is red.', text])
})
