import * as z from 'zod'
import type { FieldError } from '@/lib/domain/problem'

/** More than these help nobody. */
const MOST = 50

/** Whoever misspells a field is told which there are. */
export const sayFields: z.core.$ZodErrorMap = issue => {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined
  return `There is no such field. Those here: ${Object.keys(issue.inst.shape).join(', ') || 'none'}.`
}

/** What zod found wrong, by JSON pointer and in plain words. */
export const fieldErrors = (error: z.ZodError): FieldError[] => error.issues.flatMap(toErrors).slice(0, MOST)

function toErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = pointer(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({ path: `${path}${pointer([key])}`, message: issue.message }))
  }
  if (issue.message.endsWith('received undefined')) return [{ path, message: 'This is missing.' }]
  return [{ path, message: issue.message.replace(/^Invalid (input|option): e/, 'E') }]
}

const pointer = (path: readonly PropertyKey[]): string =>
  path.map(key => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
