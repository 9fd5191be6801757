import type { Call, Result } from '@/lib/domain/call'
import { nothingRan } from './settle'

/**
 * The Result of a Call that is still open when what it belongs to ends. What a control tool does is written with the
 * Result of its Call: without one it has not happened.
 */
export function remainder(call: Call, ending: string): Result {
  const mayHaveBegun =
    call.state === 'executing' || (call.state === 'waiting' && call.why === 'outcome_unknown')
  const began = mayHaveBegun && call.source !== 'control'
  return began
    ? nothingRan('unknown', `It was running when ${ending}; it may or may not have happened.`)
    : nothingRan('not_run', `Not run: ${ending}.`)
}
