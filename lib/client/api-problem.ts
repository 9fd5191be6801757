import type { FieldError, ProblemCode } from '@/lib/domain/problem'

/** `unreachable`: no answer came. `unreadable`: what came is not what this page was made for. */
export type ClientCode = ProblemCode | 'unreachable' | 'unreadable'

/** Why the server did not do what was asked, in words for the person. */
export class ApiProblem extends Error {
  readonly code: ClientCode
  readonly errors: FieldError[]

  constructor(code: ClientCode, message: string, errors: FieldError[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.errors = errors
  }
}

/** Whether something failed with an ApiProblem; with codes, with one of these. */
export const isProblem = (error: unknown, ...codes: ClientCode[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
