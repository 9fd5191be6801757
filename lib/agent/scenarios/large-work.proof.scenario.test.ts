import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { JobsFull, THREAD_SIZE } from '@/lib/domain/job'
import { FIND_SUSPICIONS } from '@/lib/domain/policy/suspicious-text'
import { FIND_SECRETS } from '@/lib/prompt/masking/secret-jobs'
import { COMPARE_TEXTS } from '@/lib/tools/files/change/unified-diff'
import { SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'
import { disorderly } from '@/test/world/disorderly'
import { call, calls, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { createWorld, IMPATIENT, openThreads } from '@/test/world/world'

const done = { text: 'Done.' }
/** Just large enough for a thread, and so large that work on it outlasts the shortest time. */
const [TEXT, LONG] = [10_000, 90_000].map(lines => 'a: b c\n'.repeat(lines)) as [string, string]
const writes = (content: string) => call('write_file', { path: 'a.txt', content })

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
async function waitsItsTurn(s: Scenario, gate: string): Promise<{ leaves: () => void; ends: () => void }> {
  await s.plays([calls(`gated_write ${gate}`), writes(TEXT), done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.gates.begins(gate)
  const [ends, leaves] = [1, 2].map(() => {
    const stop = new AbortController()
    void Promise.allSettled([s.deps.compute(SEARCH_TEXTS, ENDLESS, { signal: stop.signal })])
    return (): void => stop.abort()
  }) as [() => void, () => void]
  const size = vi.spyOn(FIND_SECRETS, 'size')
  onTestFinished(() => {
    leaves()
    ends()
  })
  s.gates.open(gate)
  const isLarge = ({ value }: { value?: unknown }) => typeof value === 'number' && value >= THREAD_SIZE
  await s.world
    .until('a large reply', async () => size.mock.results.some(isLarge))
    .finally(() => size.mockRestore())
  return { leaves, ends }
}

test('where too much large work waits a request is refused, and the loop waits its turn; a stop ends the wait, and nothing of it is left', async () => {
  const threads = openThreads({ threads: 1, mostWaiting: 1 })
  const s = await scenario({}, { server: { ...IMPATIENT, threads } })
  const stopped = await waitsItsTurn(s, 'a')
  await expect(s.tries(TEXT)).rejects.toBeInstanceOf(JobsFull)
  await s.stops()
  await s.ends('cancelled')
  stopped.leaves()
  const next = s.deps.compute(FIND_SECRETS, { secrets: [], value: TEXT })
  stopped.ends()
  expect(await next).toEqual([])
  const { leaves, ends } = await waitsItsTurn(s, 'b')
  leaves()
  ends()
  await s.waitsOn('write_file')
  await s.approves('write_file')
  await s.ends('final_text')
  expect(await s.world.file('a.txt')).toBe(TEXT)
})

describe('what takes longer than it may', () => {
  /** What is overdue at once, by the names of Jobs. */
  const limitsMs: Record<string, number> = {}

  /** Jobs of this name are overdue at once, and no others. */
  function overdue({ name }: { name: string }): void {
    for (const other of Object.keys(limitsMs)) delete limitsMs[other]
    limitsMs[name] = 1
  }

  /** A server whose Jobs may be overdue, and beside it one that takes what people say as it is. */
  async function servers(): Promise<Scenario> {
    const world = await createWorld()
    const web = await world.startServer({ role: 'web' })
    await world.startServer({ role: 'worker', threads: openThreads({ threads: 1, limitsMs }) })
    return startsSession(world, web)
  }

  test('to look for characters that deceive: a person is asked, and told so; to preview: it does not run', async () => {
    const s = await servers()
    overdue(FIND_SUSPICIONS)
    await s.plays([writes(LONG), done])
    const { risk } = await s.asks('write_file')
    expect(risk).toMatchObject({ level: 'high', suspicions: ['unexamined'] })
    expect(risk.reasons).toContain('Too large to check for deceptive characters')
    await s.approves('write_file')
    await s.ends('final_text')
    await s.world.puts('a.txt', LONG.slice(0, 60_000))
    overdue(COMPARE_TEXTS)
    await s.plays([writes(LONG), done])
    await s.ends('final_text')
    expect((await s.results()).at(-1)).toBe('write_file: error')
    expect((await s.sent(4)).at(-1)).toMatch(/^result of write_file: Not run: the preview took too long/)
  })

  test('to look for secrets in a reply: the Run ends, and says so; as it does to look for secrets in what the Run is told', async () => {
    const s = await servers()
    overdue(FIND_SECRETS)
    await s.world.puts('a.txt', `${'a: b c '.repeat(40)}\n`.repeat(300))
    await s.plays([call('search_files', { pattern: 'a' }), done])
    await s.waitsOn('search_files')
    await s.approves('search_files')
    await s.ends('final_text')
    // What ran has run, and nothing of what it gave is kept.
    expect(await s.results()).toEqual(['search_files: ok'])
    expect((await s.sent(2)).at(-1)).toMatch(/took longer than it may to be searched for secrets/)
    await s.plays([writes(LONG), done])
    const { error } = await s.ends('error')
    expect(error).toMatch(/^Checking the reply for secrets took too long/)
    const told = await startsSession(s.world, s.server, { persona: LONG })
    await told.plays([done])
    expect((await told.ends('error')).error).toMatch(/longer than 0\.001 s to find secrets/)
  })
})
