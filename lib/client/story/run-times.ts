import type { StoryCall, StoryRun, StoryTime } from './session-story'

/** What a Run spent its time on. `rest`: none of it, such as storing, or being stopped. */
export const TIME_PARTS = ['model', 'waiting', 'tool', 'rest'] as const
export type TimePart = (typeof TIME_PARTS)[number]

/** In milliseconds; the parts add up to `total`. */
export type RunTimes = Record<TimePart, number> & { total: number }

/** All Calls of a Run. */
const callsOf = ({ items }: StoryRun): StoryCall[] =>
  items.flatMap(item => (item.kind === 'request' ? item.items : [item])).filter(item => item.kind === 'call')

/** From its start, or from the first of what is loaded of it, to its end, or to now if it goes on. */
function spanOf(story: StoryRun, now: number): { from: number; to: number } {
  const { run } = story
  if (run?.startedAt) {
    const from = Date.parse(run.startedAt)
    return { from, to: run.endedAt ? Date.parse(run.endedAt) : Math.max(now, from) }
  }
  const times = [
    ...requestTimes(story),
    ...callsOf(story).flatMap(call => [...call.waits, ...call.executions]),
  ]
  const moments = times.flatMap(({ from, to = from }) => [Date.parse(from), Date.parse(to)])
  return moments.length === 0 ? { from: 0, to: 0 } : { from: Math.min(...moments), to: Math.max(...moments) }
}

const requestTimes = ({ items }: StoryRun): StoryTime[] =>
  items.flatMap(item => (item.kind === 'request' && item.time ? [item.time] : []))

/**
 * Every moment counts once: while a tool runs as tool time, whoever else is waited for, else while the model answers as
 * model time, else while a Call waits for a person as waiting.
 */
export function timesOf(run: StoryRun, now: number): RunTimes {
  const { from, to } = spanOf(run, now)
  const calls = callsOf(run)
  const ends = [
    ...endsOf(
      'tool',
      calls.flatMap(({ executions }) => executions),
      to,
    ),
    ...endsOf('model', requestTimes(run), to),
    ...endsOf(
      'waiting',
      calls.flatMap(({ waits }) => waits),
      to,
    ),
  ].sort((one, other) => one.at - other.at)
  const times: RunTimes = { model: 0, waiting: 0, tool: 0, rest: 0, total: Math.max(0, to - from) }
  const open = { tool: 0, model: 0, waiting: 0 }
  let before = from
  for (const { at, part, by } of [...ends, { at: to, part: 'tool' as const, by: 0 }]) {
    const now = Math.min(Math.max(at, before), to)
    times[OVER.find(name => open[name] > 0) ?? 'rest'] += Math.max(0, now - before)
    before = Math.max(before, now)
    open[part] += by
  }
  return times
}

/** Which part a moment counts as that has several. */
const OVER = ['tool', 'model', 'waiting'] as const

type TimeEnd = { at: number; part: (typeof OVER)[number]; by: number }

const endsOf = (part: TimeEnd['part'], times: StoryTime[], to: number): TimeEnd[] =>
  times.flatMap(time => [
    { at: Date.parse(time.from), part, by: 1 },
    { at: time.to === undefined ? to : Date.parse(time.to), part, by: -1 },
  ])

/** How long something took that has ended, all its times together; null where it never was. */
export const lengthOf = (times: StoryTime[]): number | null =>
  times.some(({ to }) => to !== undefined)
    ? times.reduce((sum, { from, to }) => sum + (to === undefined ? 0 : Date.parse(to) - Date.parse(from)), 0)
    : null

const PHASES = ['intake', 'context', 'model', 'calls', 'results', 'stored'] as const
type PhaseName = (typeof PHASES)[number]

/** `count`: how much of it there was, where it can be counted. */
export type RunPhase = { name: PhaseName; state: 'over' | 'now' | 'none'; count?: number }

/** How far a Run has come, by what is told of it. */
export function phasesOf(story: StoryRun): RunPhase[] {
  const requests = story.items.filter(item => item.kind === 'request')
  const calls = callsOf(story)
  const settled = calls.filter(({ call }) => call.state === 'settled').length
  const counts: Partial<Record<PhaseName, number>> = {
    model: requests.length,
    calls: calls.length,
    results: settled,
  }
  const hasBegun = story.run?.startedAt !== undefined || requests.length > 0
  const reached: Record<PhaseName, boolean> = {
    intake: true,
    context: hasBegun,
    model: requests.length > 0,
    calls: calls.length > 0,
    results: settled > 0,
    stored: story.run?.status === 'ended',
  }
  const now = phaseNow(story, hasBegun)
  return PHASES.map(name => ({
    name,
    state: name === now ? 'now' : reached[name] ? 'over' : 'none',
    ...(counts[name] ? { count: counts[name] } : {}),
  }))
}

/** What a Run is at; null once it has ended. */
function phaseNow(story: StoryRun, hasBegun: boolean): PhaseName | null {
  if (story.run?.status === 'ended') return null
  if (!hasBegun) return 'intake'
  const open = callsOf(story).filter(({ call }) => call.state !== 'settled')
  if (open.some(({ call }) => call.state === 'executing')) return 'results'
  if (open.length > 0) return 'calls'
  const isAsking = story.items.some(item => item.kind === 'request' && item.time && !item.time.to)
  return isAsking ? 'model' : 'context'
}
