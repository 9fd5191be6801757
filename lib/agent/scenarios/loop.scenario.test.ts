import { describe, expect, test } from 'vitest'
import { call, scenario } from '@/test/world/scenario'

describe('a conversation', () => {
  test('pauses before each set of calls, runs what was approved, and ends with the answer', async () => {
    const s = await scenario()
    await s.plays([
      { text: 'I will write it.', ...call('write_file', { path: 'notes.md', content: 'one\n' }) },
      { text: 'Done.' },
    ])
    await s.waitsOn('write_file')
    expect(await s.world.files()).toEqual([])
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('notes.md')).toBe('one\n')
    expect((await s.texts()).slice(1)).toEqual([
      'assistant: I will write it.',
      expect.stringContaining('result: '),
      'assistant: Done.',
    ])
  })
})
