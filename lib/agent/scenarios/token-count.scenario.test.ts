import { expect, onTestFinished, test } from 'vitest'
import { startWireServer } from '@/test/wire/start-wire-server'
import { cards, purposes } from '@/test/world/compaction-story'
import { scenario } from '@/test/world/scenario'

const ROOMY = { messages: 1000, keepMessages: 500, chars: 1_000_000, keepChars: 900_000 }
const WINDOW = 60_000

/** A server whose tokens are single characters, as those of some texts are, and that refuses what is over its window. */
async function singleCharacters({ tellsUsage }: { tellsUsage: boolean }) {
  const wire = await startWireServer({ key: 'wire-key-0123456789' })
  onTestFinished(() => wire.close())
  const counts: number[] = []
  wire.answer(({ body }) => {
    const tokens = JSON.stringify(body).length
    counts.push(tokens)
    const message = `This model's maximum context length is ${WINDOW} tokens. However, your messages resulted in ${tokens} tokens.`
    if (tokens > WINDOW)
      return {
        fault: { kind: 'http', status: 400, body: { error: { message, code: 'context_length_exceeded' } } },
      }
    return { text: 'Noted.', usage: tellsUsage ? { inputTokens: tokens } : null }
  })
  const server = { models: wire.accounts }
  const s = await scenario({ model: 'compatible:small', compaction: ROOMY }, { server })
  return { s, counts }
}

const LONG = 'x '.repeat(2_500)

test('a text of one token a character is compacted before it outgrows the window', async () => {
  const { s, counts } = await singleCharacters({ tellsUsage: true })
  await s.world.db.modelSetting.create({
    data: { id: 'compatible:small', contextWindow: WINDOW, updatedAt: new Date() },
  })
  for (let n = 0; n < 12; n += 1) {
    await s.says(`${n} ${LONG}`)
    await s.ends('final_text')
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(WINDOW)
  expect((await cards(s))[0]).toMatchObject({ why: 'tokens' })
})

test('a refusal that names its numbers is trusted from then on, where no window was known', async () => {
  const { s, counts } = await singleCharacters({ tellsUsage: false })
  for (let n = 0; n < 20; n += 1) {
    await s.says(`${n} ${LONG}`)
    await s.ends('final_text')
  }
  expect(counts.filter(tokens => tokens > WINDOW)).toHaveLength(1)
  expect((await purposes(s)).filter(line => line.endsWith('loop overflow'))).toHaveLength(1)
  expect((await cards(s)).slice(0, 2)).toMatchObject([{ why: 'overflow' }, { why: 'tokens' }])
})
