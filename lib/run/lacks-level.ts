import type { Session } from '@/lib/domain/session'
import { thinkingLevels } from '@/lib/model/thinking-levels'

/** That a model lacks a level, and which it has, in words; null where it has it. */
export function lacksLevel({ model, thinking }: Pick<Session, 'model' | 'thinking'>): string | null {
  const levels = thinkingLevels(model)
  return levels.includes(thinking)
    ? null
    : `${model} has no thinking level “${thinking}”. It has: ${levels.join(', ')}.`
}
