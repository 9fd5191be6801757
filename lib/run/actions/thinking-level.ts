import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Session } from '@/lib/domain/session/session'
import { thinkingLevels } from '@/lib/model/thinking-levels'
import { lacksLevel } from '../request/known-models'

type Thinking = Pick<Session, 'model' | 'thinking'>

/**
 * Why the model lacks the level at which it should think, with those that it has. What is given is judged with
 * what is set already, as soon as one of them is given; `under` is the path of the fields.
 */
export function whyNoLevel(
  set: Thinking,
  patch: { [field in keyof Thinking]?: Thinking[field] | undefined },
  under = '',
): Refusal | null {
  if (patch.model === undefined && patch.thinking === undefined) return null
  const { model = set.model, thinking = set.thinking } = patch
  const message = lacksLevel({ model, thinking })
  if (message === null) return null
  const path = `${under}/${patch.thinking === undefined ? 'model' : 'thinking'}`
  return refuse('invalid_request', message, { errors: [{ path, message }], levels: thinkingLevels(model) })
}
