import { describe, expect, test } from 'vitest'
import { call, type Scenario, scenario } from '@/lib/testing/world/scenario'

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

describe('a session whose words come in blocks', () => {
  test.each(['text_end', 'message_end'] as const)('shows them by the paragraph: %s', async blocks => {
    const s = await scenario({ blocks })
    const pieces = watched(s)
    await s.plays([{ text: prose }])
    await s.ends('final_text')
    expect(pieces).toHaveLength(5)
    expect(joined(pieces)).toBe(prose)
    for (const { text } of pieces.slice(0, -1)) expect(text).toMatch(/\n\n$/)
    expect((await s.texts()).at(-1)).toBe(`assistant: ${prose}`)
  })

  test('keeps a reply byte for byte, though its code is cut', async () => {
    const s = await scenario({ blocks: 'text_end' })
    const pieces = watched(s)
    const text = `Look:\n\n\`\`\`js\n${'const a = [1, 2, 3]\n'.repeat(120)}\`\`\`\nThat was it.`
    await s.plays([{ text }])
    await s.ends('final_text')
    expect(pieces.length).toBeGreaterThan(2)
    expect(joined(pieces)).toBe(text)
    expect((await s.texts()).at(-1)).toBe(`assistant: ${text}`)
  })

  test.each(['auto', 'tags', 'react', 'structured'] as const)(
    'shows no markup of a call: %s',
    async dialect => {
      const s = await scenario({ blocks: 'text_end', dialect })
      const pieces = watched(s)
      await s.plays([{ ...call('gated_read', { name: 'a' }), text: prose, chunkMs: 1 }])
      await s.waitsOn('gated_read')
      expect(joined(pieces)).not.toMatch(/<|gated_read|\{/)
      const [said] = (await s.texts()).slice(1)
      expect(said).toBe(`assistant: ${joined(pieces)}`)
    },
  )

  test('shows nothing of a reply that has nothing to say', async () => {
    const s = await scenario({ blocks: 'text_end' })
    const pieces = watched(s)
    await s.plays([{ text: 'NO_REPLY', chunkMs: 1 }])
    await s.ends('silent')
    expect(pieces).toEqual([])
  })

  test('shows no secret, wherever it is cut', async () => {
    const s = await scenario({ blocks: 'text_end' })
    const pieces = watched(s)
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const before = 'x'.repeat(1_180)
    await s.plays([{ text: `${before} ${key} ${sentence.repeat(20)}`, chunkMs: 1 }])
    await s.ends('final_text')
    expect(joined(pieces)).not.toContain('ghp_')
    expect((await s.texts()).at(-1)).toContain(joined(pieces).trim().slice(0, 1_300))
  })
})

test('words come as they are written unless a session says otherwise, and from the next request on if it does', async () => {
  const s = await scenario()
  const pieces = watched(s)
  expect((await s.view()).session.blocks).toBe('off')
  await s.plays([{ text: prose }])
  await s.ends('final_text')
  expect(pieces.every(({ block }) => block === undefined)).toBe(true)
  await s.sets({ blocks: 'text_end' })
  pieces.length = 0
  await s.plays([{ text: prose }])
  await s.ends('final_text')
  expect(pieces.map(({ block }) => block)).toEqual([
    0,
    ...pieces.slice(0, -1).map(({ text }, at) => {
      const before = joined(pieces.slice(0, at))
      return before.length + text.length
    }),
  ])
})
