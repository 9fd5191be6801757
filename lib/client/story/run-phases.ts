import type { StoryCall, StoryRun } from './session-story'

const callsOf = ({ items }: StoryRun): StoryCall[] =>
  items.flatMap(item => (item.kind === 'request' ? item.items : [item])).filter(item => item.kind === 'call')

const PHASES = ['intake', 'context', 'model', 'calls', 'results', 'stored'] as const
type PhaseName = (typeof PHASES)[number]

/** `count`: how much of it there was, where it can be counted. */
export type RunPhase = { name: PhaseName; state: 'over' | 'now' | 'none'; count?: number }

/** How far a Run has come, by what is told of it. */
export function phasesOf(story: StoryRun): RunPhase[] {
  const requests = story.items.filter(item => item.kind === 'request')
  const calls = callsOf(story)
  const hasBegun = story.run?.startedAt !== undefined || requests.length > 0
  const reached: Record<PhaseName, number | boolean> = {
    intake: true,
    context: hasBegun,
    model: requests.length,
    calls: calls.length,
    results: calls.filter(({ call }) => call.state === 'settled').length,
    stored: story.run?.status === 'ended',
  }
  const now = phaseNow(story, hasBegun)
  return PHASES.map(name => ({
    name,
    state: name === now ? 'now' : reached[name] ? 'over' : 'none',
    ...(typeof reached[name] === 'number' && reached[name] > 0 && { count: reached[name] }),
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
