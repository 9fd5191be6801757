import { describe, expect, test } from 'vitest'
import { call, type Scenario, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'

const HAD_NOTHING = 'notice: The agent ended without an answer: it had nothing to say.'

/** All text that was on its way to whoever watches. */
function watched(s: Scenario): string[] {
  const pieces: string[] = []
  s.deps.bus.subscribe(note => {
    if (note.kind === 'delta' && note.type === 'text.delta') pieces.push(note.data.text)
  })
  return pieces
}

describe('a reply that says that there is nothing to say', () => {
  test('makes no bubble, ends the run, and stays in what the model is shown of its own words', async () => {
    const s = await scenario()
    const pieces = watched(s)
    await s.plays([{ text: 'NO_REPLY', chunkMs: 1 }])
    await s.ends('silent')
    expect((await s.texts()).slice(1)).toEqual(['assistant: ', HAD_NOTHING])
    expect(pieces).toEqual([])
    await s.plays([{ text: 'Hello.' }])
    await s.ends('final_text')
    const sent = await sentMessages(s.world.db, s.sessionId, 2)
    expect(sent).toMatchObject([{ role: 'user' }, { role: 'assistant', text: 'NO_REPLY' }, { role: 'user' }])
  })

  test('is none where it says more, and is shown whole', async () => {
    const s = await scenario()
    const pieces = watched(s)
    const text = 'NO_REPLY, as I said.'
    await s.plays([{ text, chunkMs: 1 }])
    await s.ends('final_text')
    expect(pieces.join('')).toBe(text)
    expect((await s.texts()).at(-1)).toBe(`assistant: ${text}`)
  })
})

test('a run that ends without a word after a failure says what failed', async () => {
  const s = await scenario()
  await s.plays([call('read_file', { path: 'nowhere.txt' }), { text: '' }])
  await s.waitsOn('read_file')
  await s.approves('read_file')
  await s.ends('silent')
  expect((await s.texts()).at(-1)).toMatch(
    /^notice: .*Its last call that failed was read_file: .*nowhere\.txt/,
  )
})
