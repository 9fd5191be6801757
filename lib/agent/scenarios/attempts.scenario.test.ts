import { describe, expect, test } from 'vitest'
import { card, talking, talks } from '@/test/world/compaction-story'
import { type Scenario, type Scripted, scenario } from '@/test/world/scenario'

const slow: Scripted = { text: 'A long answer that takes its time to come.', chunkMs: 60_000 }

/** The attempts at a request of which everybody hears who watches. */
function heard(s: Scenario, number = 1): Set<number> {
  const attempts = new Set<number>()
  s.world.bus.subscribe(note => {
    if (note.kind !== 'progress' || note.sessionId !== s.sessionId) return
    // Word of an earlier answer may come late.
    if (note.data.number === number) attempts.add(note.data.attempt)
  })
  return attempts
}

/** The process dies while the model answers for the so-manieth time. */
async function diesAt(s: Scenario, attempt: number, attempts: Set<number>): Promise<void> {
  await s.world.until(`attempt ${attempt}`, async () => attempts.has(attempt))
  await s.crashesAndRestarts()
}

describe('a request whose process dies again and again', () => {
  test('is asked as often as its retries allow, each time for everybody to see, and ends its Run', async () => {
    const s = await scenario({ limits: { modelRetries: 2 } })
    const attempts = heard(s)
    await s.plays([slow])
    for (const attempt of [1, 2, 3]) await diesAt(s, attempt, attempts)
    const run = await s.ends('error')
    expect(run.error).toBe(
      'The model was asked 3 times, and no answer was stored: the last attempt was cut off when its server stopped.',
    )
    expect([...attempts]).toEqual([1, 2, 3])
    const runs = (await s.events()).flatMap(event => (event.type === 'run.changed' ? [event.data.run] : []))
    expect(runs.map(({ lastFailure }) => lastFailure)).toEqual([
      'Attempt 1 of 3 was cut off when its server stopped.',
      'Attempt 2 of 3 was cut off when its server stopped.',
      run.error,
    ])
    expect((await s.told()).filter(type => type.startsWith('request.'))).toEqual([
      'request.started',
      'request.ended',
    ])
  })

  test('is left out of the context without a summary where a summary was what it asked for', async () => {
    const s = await talking({ messages: 6, keepMessages: 3 }, { limits: { modelRetries: 0 } })
    await talks(s, 3)
    const attempts = heard(s, 4)
    await s.says(JSON.stringify({ turns: [{ text: 'Done.' }], compaction: [slow] }))
    await diesAt(s, 1, attempts)
    await s.ends('final_text')
    expect(await card(s)).toMatchObject({ method: 'trim', dropped: 4 })
  })
})
