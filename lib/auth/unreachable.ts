import { type Refusal, refuse } from '@/lib/domain/problem'

export const unreachable = (): Refusal =>
  refuse('unavailable', 'The database cannot be reached. Try again in a moment.', { retryAfter: 1 })
