import { isObject } from '@/lib/domain/is-object'
import type { FieldError, ProblemCode } from '@/lib/domain/problem'
import { ApiProblem } from './api-problem'

export const UNREACHABLE = 'The server cannot be reached. Try again in a moment.'
export const UNREADABLE = 'The server answered in a way that this page does not know. Reload the page.'

/** What an answer that is no success says, whoever sent it: a proxy in between may have written it. */
export function problemIn(status: number, body: unknown): ApiProblem {
  if (isObject(body) && typeof body.code === 'string' && typeof body.detail === 'string') {
    const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : []
    return new ApiProblem(body.code as ProblemCode, body.detail, errors)
  }
  if (status === 401) return new ApiProblem('unauthorized', 'Sign in first.')
  if (status >= 500) return new ApiProblem('unavailable', UNREACHABLE)
  return new ApiProblem('unreadable', UNREADABLE)
}

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
