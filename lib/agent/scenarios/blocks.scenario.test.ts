import { expect, test } from 'vitest'
import { call, type Scenario, scenario } from '@/test/world/scenario'

const sentence = 'The desk is quiet, and the pen lies ready. '
const prose = Array.from({ length: 5 }, (_, n) => `${n}. ${sentence.repeat(22).trim()}`).join('\n\n')

/** The words that were on their way to whoever watches, in the pieces in which they came. */
function watched(s: Scenario): { block: number | undefined; text: string }[] {
  const pieces: { block: number | undefined; text: string }[] = []
  s.deps.bus.subscribe(note => {
    if (note.kind === 'delta' && note.type === 'text.delta')
      pieces.push({ block: 'block' in note.data ? note.data.block : undefined, text: note.data.text })
  })
  return pieces
}

const joined = (pieces: { text: string }[]): string => pieces.map(({ text }) => text).join('')

test('words come as they are written unless a session says otherwise, and by the paragraph if it does', async () => {
  const s = await scenario()
  const pieces = watched(s)
  await s.plays([{ text: prose }])
  await s.ends('final_text')
  expect(pieces.every(({ block }) => block === undefined)).toBe(true)
  await s.sets({ blocks: 'text_end' })
  pieces.length = 0
  await s.plays([{ text: prose }])
  await s.ends('final_text')
  expect(pieces.map(({ text }) => text)).toEqual(prose.split(/(?<=\n\n)/))
  expect(pieces.map(({ block }) => block)).toEqual(pieces.map((_, at) => joined(pieces.slice(0, at)).length))
  expect((await s.texts()).at(-1)).toBe(`assistant: ${prose}`)
})

test('a session whose words come in blocks shows no markup of a call, nothing of silence, and no secret wherever it is cut', async () => {
  const s = await scenario({ blocks: 'text_end', dialect: 'tags' })
  const pieces = watched(s)
  await s.plays([{ text: 'NO_REPLY', chunkMs: 1 }])
  await s.ends('silent')
  expect(pieces).toEqual([])
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const text = `${'x'.repeat(1_180)} ${key} ${sentence.repeat(20)}`
  await s.plays([{ ...call('gated_read', { name: 'a' }), text, chunkMs: 1 }])
  await s.waitsOn('gated_read')
  expect(joined(pieces)).not.toMatch(/ghp_|<|gated_read|\{/)
  expect((await s.texts()).at(-1)).toBe(`assistant: ${joined(pieces).trim()}`)
})
