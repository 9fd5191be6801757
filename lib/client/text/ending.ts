import type { FailureReason } from '@/lib/domain/call/solution'
import type { Outcome, StopReason } from '@/lib/domain/run/run'

/** `plain`: the run ended as runs do, or it is no end at all. */
export type EndingKind = 'plain' | 'limit' | 'stop' | 'failure'

/** Whose failure it was. `provider`: it refused; `outage`: it failed itself; `setup`: it was not even asked. */
type Culprit = 'model' | 'provider' | 'outage' | 'setup' | 'network' | 'agent'

/** What mends it first. `different`: a person has to say something else. */
type Remedy = 'continue' | 'key' | 'model' | 'again' | 'different'

/** What the page says at the end of a run. */
type EndAdvice = { kind: EndingKind; whose: Culprit; remedy: Remedy }

const KINDS: Partial<Record<StopReason, EndingKind>> = {
  cap: 'limit',
  timeout: 'limit',
  budget: 'limit',
  cancelled: 'stop',
  interrupted: 'stop',
  error: 'failure',
  idle_timeout: 'failure',
  malformed: 'failure',
  loop_detected: 'failure',
}

const CAUSES: Record<FailureReason, [Culprit, Remedy]> = {
  no_key: ['setup', 'key'],
  auth: ['provider', 'key'],
  unknown_model: ['provider', 'model'],
  quota: ['provider', 'model'],
  rate_limited: ['provider', 'again'],
  unavailable: ['outage', 'again'],
  network: ['network', 'again'],
  idle: ['model', 'again'],
  aborted: ['model', 'again'],
  torn: ['network', 'again'],
  overflow: ['model', 'model'],
  bad_request: ['provider', 'model'],
  protocol: ['outage', 'again'],
}

/** A cause that this version does not know, and an older record without one, can be tried again. */
export function endingOf(outcome: Outcome | undefined): EndAdvice {
  const kind = (outcome && KINDS[outcome.stopReason]) ?? 'plain'
  if (kind !== 'failure') return { kind, whose: 'agent', remedy: 'continue' }
  if (outcome?.stopReason === 'loop_detected') return { kind, whose: 'agent', remedy: 'different' }
  if (outcome?.stopReason === 'malformed') return { kind, whose: 'model', remedy: 'model' }
  const cause = outcome?.cause ?? ''
  const [whose, remedy] = Object.hasOwn(CAUSES, cause)
    ? CAUSES[cause as FailureReason]
    : (['model', 'again'] as const)
  return { kind, whose, remedy }
}
