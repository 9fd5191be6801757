import { type ProblemCode, type Refusal, refuse } from '@/lib/domain/contract/problem'

const CONFLICT: ProblemCode = 'idempotency_conflict'

export const keyConflict = (): Refusal => refuse(CONFLICT, 'This Idempotency-Key was used with another body.')
