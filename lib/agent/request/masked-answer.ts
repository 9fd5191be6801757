import type { ModelFailure, Solution } from '@/lib/domain/call/solution'
import { isJobOverdue } from '@/lib/domain/job'
import type { Deps } from '../process/deps'
import { type Masking, mask } from '../write/mask'
import { finalFailure } from './ask-model'

type Answer = { kind: 'solution'; solution: Solution } | { kind: 'failure'; failure: ModelFailure }

/**
 * What a model said, or why it said nothing, without the secrets in it. A reply is masked before it is read, so that
 * its Calls stand in it where they are said to; and once more as it was read, for what escapes had spelled.
 */
export async function maskedAnswer<A extends Answer>(
  deps: Masking & Pick<Deps, 'log'>,
  sessionId: string,
  answer: A,
): Promise<A | typeof UNSEARCHED> {
  try {
    if (answer.kind === 'failure') return (await mask(deps, { sessionId }, answer)).value
    const { solution, ...details } = answer
    const hidden = await mask(deps, { sessionId }, solution)
    const rest = await mask(deps, { sessionId }, details)
    if (hidden.masked === 0) return rest.masked === 0 ? answer : ({ ...rest.value, solution } as A)
    // With a secret in it a reply is no longer word for word the provider's own: what is signed of it does not go back.
    const { verbatim, ...message } = hidden.value.message
    const content = verbatim?.content
    const isSigned = !Array.isArray(content) || content.some(hasSignature)
    return { ...rest.value, solution: isSigned ? { ...hidden.value, message } : hidden.value } as A
  } catch (error) {
    if (!isJobOverdue(error)) throw error
    deps.log('warn', 'A reply could not be searched for secrets', { sessionId, error: error.message })
    return UNSEARCHED
  }
}

/** What may hold a secret is neither told nor stored. */
const UNSEARCHED = {
  kind: 'failure' as const,
  failure: finalFailure('protocol', { code: 'failure.unsearched' }),
  message: '',
}

const UNSIGNED = ['type', 'text', 'toolCallId', 'toolName', 'input']

/** Reasoning that is plain text is asked for again by its server; it goes back with the secret masked in it. */
const hasSignature = (part: unknown): boolean =>
  Object.entries(part ?? {}).some(([key, value]) => value !== undefined && !UNSIGNED.includes(key))
