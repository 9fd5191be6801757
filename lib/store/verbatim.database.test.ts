import { expect, test } from 'vitest'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { scenario } from '@/test/world/scenario'
import { historyOf } from './run/compaction'
import { insertEntry } from './session/entry'

test('a provider’s own message comes back to the byte: order of keys, NUL, halves of characters', async () => {
  const s = await scenario()
  s.isChecked = false
  const content = JSON.parse(
    '[{"z":1,"a":"x\\u0000\\ud83d","1":[],"nested":{"signature":"\\udc00"},"aa":null,"b":1e-7}]',
  )
  const message: ModelMessage = {
    role: 'assistant',
    text: '\0\ud83d',
    calls: [],
    failures: 0,
    verbatim: { provider: 'compatible', content },
  }
  const id = s.deps.newId()
  const entry = { id, seq: 99, kind: 'assistant' as const, text: '', at: new Date().toISOString() }
  await s.world.writes(rows => insertEntry(rows, s.sessionId, { entry, message }))
  const read = (await historyOf(s.world.db, s.sessionId)).messages[0]?.message
  expect(JSON.stringify(read?.role === 'assistant' && read.verbatim?.content)).toBe(JSON.stringify(content))
  expect(read).toMatchObject({ text: '\0\ud83d' })
})
