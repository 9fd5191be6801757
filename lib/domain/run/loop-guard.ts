import * as z from 'zod'

/**
 * One thing that the model did, by hashes: what it asked for (the tool and its arguments, however they were written)
 * and the outcome. `null` if the guard blocked it, so that nothing new was learned. Only those of the last set have `setId`.
 */
export const PastCall = z.object({
  setId: z.string().optional(),
  tool: z.string(),
  asked: z.string(),
  outcome: z.string().nullable(),
})
export type PastCall = z.infer<typeof PastCall>

export const LoopKind = z.enum(['same_call', 'alternating', 'same_output'])
type LoopKind = z.infer<typeof LoopKind>

/**
 * How often in a row: the same Call with the same result, two alternating Calls, different Calls with the same result.
 */
export type Loop = { kind: LoopKind; count: number }

type LoopVerdict = { do: 'go on' } | { do: 'block' | 'stop'; loop: Loop }

/** How many past Calls are considered and stored. */
export const LOOP_WINDOW = 20

/** At which count the model is warned, a Call is blocked, and the Run ends. */
export const LADDERS: Record<LoopKind, { warn: number; block: number; stop: number }> = {
  same_call: { warn: 3, block: 4, stop: 5 },
  alternating: { warn: 4, block: 5, stop: 6 },
  same_output: { warn: 5, block: 6, stop: 7 },
}

/**
 * Whether a Call may run, given what was done before it. Only repetitions with the same result count: polling for a
 * change is allowed as long as something changes.
 */
export function judgeLoop(past: PastCall[], proposed: Pick<PastCall, 'tool' | 'asked'>): LoopVerdict {
  const loops = loopsIn([...past, { ...proposed, outcome: null }])
  const stopped = loops.find(({ kind, count }) => count >= LADDERS[kind].stop)
  if (stopped) return { do: 'stop', loop: stopped }
  const blocked = loops.find(({ kind, count }) => count >= LADDERS[kind].block)
  return blocked ? { do: 'block', loop: blocked } : { do: 'go on' }
}

/** The loop to warn the model of after its latest Call. */
export function loopToWarnOf(history: PastCall[]): Loop | undefined {
  if (history.at(-1)?.outcome == null) return undefined
  const before = loopsIn(history.slice(0, -1))
  return loopsIn(history).find(
    ({ kind, count }, at) => count === LADDERS[kind].warn && before[at]?.count !== count,
  )
}

/** Adds the Calls of one set. Asking for the same thing twice in one set counts once. */
export function withPastCalls(past: PastCall[], set: PastCall[]): PastCall[] {
  const [one] = set
  if (!one || past.at(-1)?.setId === one.setId) return past
  const first = set.filter((call, at) => set.findIndex(other => other.asked === call.asked) === at)
  return [...past.map(({ setId: _, ...call }) => call), ...first].slice(-LOOP_WINDOW)
}

const loopsIn = (history: PastCall[]): Loop[] => {
  const window = history.slice(-LOOP_WINDOW)
  return [
    { kind: 'same_call', count: repeats(window, (call, next) => call.asked === next.asked) },
    { kind: 'alternating', count: turns(window) },
    { kind: 'same_output', count: differentWithOneOutcome(window) },
  ]
}

/** How many past Calls at the end are alike and have the same outcome. */
function repeats(history: PastCall[], areAlike: (call: PastCall, next: PastCall) => boolean): number {
  let count = 0
  let outcome: string | null = null
  for (const call of history.toReversed()) {
    const next = history[history.length - count]
    if (next && !areAlike(call, next)) break
    if (call.outcome !== null && outcome !== null && call.outcome !== outcome) break
    outcome ??= call.outcome
    count += 1
  }
  return count
}

/** How often two different Calls alternated, each always with the same outcome. */
function turns(history: PastCall[]): number {
  const [before, last] = history.slice(-2)
  if (!before || !last || before.asked === last.asked) return 0
  const ofOne = (from: PastCall) => {
    const every = history.toReversed().filter((_, at) => at % 2 === (from === last ? 0 : 1))
    return repeats(every.toReversed(), (call, next) => call.asked === next.asked)
  }
  return Math.min(ofOne(before), ofOne(last))
}

const differentWithOneOutcome = (history: PastCall[]): number => {
  const count = repeats(history, (call, next) => call.tool === next.tool)
  const requests = new Set(history.slice(-count).map(call => call.asked))
  return requests.size === count ? count : 0
}
