import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Session } from '@/lib/domain/session/session'
import { thinkingLevels } from '@/lib/model/thinking-levels'
import { lacksLevel } from '../request/known-models'

type Asked = Pick<Session, 'model' | 'thinking'>

/**
 * Why the model lacks the level at which it should think, with those that it has. What is given is judged with
 * what is set already, as soon as one of them is given; `under` is the path of the fields.
 */
export function whyNoLevel(
  set: Asked,
  given: { [field in keyof Asked]?: Asked[field] | undefined },
  under = '',
): Refusal | null {
  if (given.model === undefined && given.thinking === undefined) return null
  const { model = set.model, thinking = set.thinking } = given
  const message = lacksLevel({ model, thinking })
  if (message === null) return null
  const path = `${under}/${given.thinking === undefined ? 'model' : 'thinking'}`
  return refuse('invalid_request', message, { errors: [{ path, message }], levels: thinkingLevels(model) })
}
