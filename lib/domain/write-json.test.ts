import { expect, test } from 'vitest'
import { jsonStream, writeJson } from './write-json'

const LARGE = {
  call: { text: 'a "quote"\n'.repeat(100_000), at: new Date(0), rest: [1, null, undefined, '😀'] },
}

test.each([[{ a: 1 }], [[]], [null], [LARGE]])(
  'is what JSON.stringify makes, as a text and in bytes',
  async value => {
    const text = JSON.stringify(value)
    expect(await writeJson(value)).toBe(text)
    expect(await new Response(jsonStream(value)).text()).toBe(text)
  },
)

test('others have their turns while a long text is written, and while its bytes are taken', async () => {
  for (const write of [() => writeJson(LARGE), () => new Response(jsonStream(LARGE)).bytes()]) {
    let turns = 0
    let isOver = false
    const takeTurns = (): void => {
      turns += 1
      if (!isOver) setImmediate(takeTurns)
    }
    setImmediate(takeTurns)
    await write()
    isOver = true
    expect(turns).toBeGreaterThan(8)
  }
})
