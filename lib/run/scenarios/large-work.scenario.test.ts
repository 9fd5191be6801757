import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FIND_SECRETS } from '@/lib/context/redaction/secret-jobs'
import { JobsFull, THREAD_SIZE } from '@/lib/domain/job'
import { FIND_SUSPICIONS } from '@/lib/domain/policy/suspicious-text'
import { disorderly } from '@/lib/testing/world/disorderly'
import { call, calls, type Scenario, scenario, startsSession } from '@/lib/testing/world/scenario'
import { createWorld, IMPATIENT, openThreads } from '@/lib/testing/world/world'
import { COMPARE_TEXTS } from '@/lib/tools/files/change/unified-diff'
import { SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'

const done = { text: 'Done.' }
const TEXT = 'a: b c\n'.repeat(30_000)
const large = call('write_file', { path: 'a.txt', content: TEXT })

/** A search that would take minutes, in a text without any order. */
const ENDLESS = {
  pattern: 'a[ac]{200}[bd]',
  caseSensitive: true,
  files: [{ path: 'a.txt', bytes: Buffer.from(disorderly(200_000)) }],
  most: 10,
}

/**
 * The model proposes a large Call while the one thread is taken for minutes, and the one place to wait for it as well.
 * Tells once the loop has come to it, and gives what lets go of the place and of the thread.
 */
async function waitsItsTurn(): Promise<{ s: Scenario; leaves: () => void; ends: () => void }> {
  const threads = openThreads({ threads: 1, mostWaiting: 1 })
  const s = await scenario({}, { server: { ...IMPATIENT, threads } })
  await s.plays([calls('gated_write a'), large, done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.gates.begins('a')
  const [ends, leaves] = [1, 2].map(() => {
    const stop = new AbortController()
    void Promise.allSettled([s.deps.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })])
    return (): void => stop.abort()
  }) as [() => void, () => void]
  const size = vi.spyOn(FIND_SECRETS, 'size')
  onTestFinished(() => size.mockRestore())
  onTestFinished(() => {
    leaves()
    ends()
  })
  s.gates.open('a')
  const isLarge = ({ value }: { value?: unknown }) => typeof value === 'number' && value >= THREAD_SIZE
  await s.world.until('a large reply', async () => size.mock.results.some(isLarge))
  return { s, leaves, ends }
}

describe('where too much large work waits', () => {
  test('a request is refused, and the loop waits its turn', async () => {
    const { s, leaves, ends } = await waitsItsTurn()
    await expect(s.tries(TEXT)).rejects.toBeInstanceOf(JobsFull)
    leaves()
    ends()
    await s.waitsOn('write_file')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe(TEXT)
  })

  test('a stop ends the wait, and nothing of it is left', async () => {
    const { s, leaves, ends } = await waitsItsTurn()
    await s.stops()
    await s.ends('cancelled')
    leaves()
    const next = s.deps.compute(FIND_SECRETS, { secrets: [], value: TEXT })
    ends()
    expect(await next).toEqual([])
  })
})

/** A server whose Jobs of this name are overdue at once, and beside it one that takes what people say as it is. */
async function overdue(name: string, settings = {}): Promise<Scenario> {
  const world = await createWorld()
  const web = await world.startServer({ role: 'web' })
  await world.startServer({ role: 'worker', threads: openThreads({ limitsMs: { [name]: 1 } }) })
  return startsSession(world, web, settings)
}

describe('what takes longer than it may', () => {
  test('to look for characters that deceive: a person is asked, and told so', async () => {
    const s = await overdue(FIND_SUSPICIONS.name)
    await s.plays([large, done])
    const { risk } = await s.asks('write_file')
    expect(risk).toMatchObject({ level: 'high', suspicions: ['unexamined'] })
    expect(risk.reasons).toContain('Too large to be examined for deceptive characters')
    await s.approves('write_file')
    await s.ends('final_text')
  })

  test('to preview: the Call does not run, and the model is told why', async () => {
    const s = await overdue(COMPARE_TEXTS.name)
    await s.world.puts('a.txt', TEXT.slice(0, 100_000))
    await s.plays([large, done])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: error'])
    expect((await s.sent(2)).at(-1)).toMatch(/^result of write_file: Not run: .* longer than it may/)
  })

  test('to look for secrets in a result: what ran has run, and nothing of what it gave is kept', async () => {
    const s = await overdue(FIND_SECRETS.name)
    await s.world.puts('a.txt', `${'a: b c '.repeat(40)}\n`.repeat(300))
    await s.plays([call('search_files', { pattern: 'a' }), done])
    await s.waitsOn('search_files')
    await s.approves('search_files')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['search_files: ok'])
    expect((await s.sent(2)).at(-1)).toMatch(/took longer than it may to be searched for secrets/)
  })

  test('to look for secrets in a reply: the Run ends, and says so', async () => {
    const s = await overdue(FIND_SECRETS.name)
    await s.plays([large, done])
    const { error } = await s.ends('error')
    expect(error).toMatch(/^The reply took longer than it may to be searched for secrets/)
  })

  test('to look for secrets in what the Run is told: it ends, and says what took so long', async () => {
    const s = await overdue(FIND_SECRETS.name, { persona: TEXT.slice(0, 90_000) })
    await s.plays([done])
    const { error } = await s.ends('error')
    expect(error).toMatch(/longer than 0\.001 s to find secrets/)
  })
})
