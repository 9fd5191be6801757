import type { Call, Result, WaitingReason } from '@/lib/domain/call'
import { sized } from '@/lib/domain/sized'
import { nothingRan } from './settle'

/** The Result of a person's Call that found things changed: nothing ran, and this is what it would have done. */
export function notAsAsked(call: Call, given: { why: WaitingReason; resultChars: number }): Result {
  const lost = call.preview?.diff?.unified
  const text = lost
    ? `${reasonOf(call, given.why)}\n\nThis would have been done:\n${lost}`
    : reasonOf(call, given.why)
  const { text: shown, cut } = sized(text, given.resultChars)
  return { ...nothingRan('not_run', shown), ...(cut > 0 ? { truncated: { chars: cut } } : {}) }
}

function reasonOf(call: Call, why: WaitingReason): string {
  if (why === 'definition_changed') return 'Not run: the tool was changed since.'
  const paths = call.preview?.preconditions.map(({ path }) => path) ?? []
  return paths.length === 0
    ? 'Not run: this is no longer what was asked for.'
    : `Not run: ${paths.join(', ')} was changed since, and stays as it is now.`
}
