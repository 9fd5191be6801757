import type { ModelAnswer, ProposedCall, Solution } from '@/lib/domain/solution'
import { failureOf } from '../failure'
import type { Fault } from '../fault'
import type { ModelRequest } from '../model'
import { estimatedUsage } from './estimated-usage'

type Said = { text: string; reasoning?: string; calls?: ProposedCall[]; cut?: boolean }

/** The answer to a request that was said to its end. `cut`: at the output limit, so that its Calls do not count. */
export function scriptedSolution(request: ModelRequest, said: Said): ModelAnswer {
  const { text, reasoning = '', cut = false } = said
  const calls = said.calls ?? []
  const solution: Solution = {
    text,
    ...(reasoning ? { reasoning } : {}),
    calls,
    finish: cut ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    usage: estimatedUsage(request, { text, reasoning, calls }),
    message: { role: 'assistant', text, calls: cut ? [] : calls, failures: request.failures },
  }
  return { kind: 'solution', solution }
}

/** A fault in the very words in which a provider's would be reported. */
export function scriptedFailure(request: ModelRequest, fault: Fault, text: string): ModelAnswer {
  const endpoint = {
    title: 'The scripted model',
    model: `scripted:${request.model}`,
    keyName: '',
    addressName: '',
    key: undefined,
  }
  return { kind: 'failure', failure: failureOf(fault, { endpoint, text, now: 0 }) }
}
