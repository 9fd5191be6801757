import * as z from 'zod'
import { type CodedText, isCode, phrase, type StoredText } from '@/lib/messages/phrase'
import { OptionalText } from '../coded-text'

/** Every code that a problem can have, with its status. Codes are stable. */
export const PROBLEMS = {
  unauthorized: { status: 401, title: 'Sign in first' },
  forbidden: { status: 403, title: 'Not allowed' },
  forbidden_origin: { status: 403, title: 'Request from another site' },
  wrong_host: { status: 421, title: 'Unknown host name' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  malformed_json: { status: 400, title: 'Malformed JSON' },
  unsupported_media_type: { status: 415, title: 'JSON only' },
  payload_too_large: { status: 413, title: 'Body too large' },
  invalid_request: { status: 422, title: 'Invalid request' },
  invalid_export: { status: 422, title: 'Not what was exported' },
  invalid_arguments: { status: 422, title: 'Invalid arguments' },
  unknown_tool: { status: 422, title: 'Unknown tool' },
  idempotency_conflict: { status: 422, title: 'Idempotency key used for another request' },
  already_decided: { status: 409, title: 'Already decided' },
  stale_digest: { status: 409, title: 'Changed since it was shown' },
  stale_revision: { status: 409, title: 'Changed since it was seen' },
  already_started: { status: 409, title: 'Already started' },
  run_not_active: { status: 409, title: 'The run is not active' },
  session_busy: { status: 409, title: 'The session is busy' },
  queue_full: { status: 429, title: 'The queue is full' },
  rate_limited: { status: 429, title: 'Too many attempts' },
  unavailable: { status: 503, title: 'Unavailable' },
  internal: { status: 500, title: 'Something broke' },
} as const

export type ProblemCode = keyof typeof PROBLEMS

/** `codedText`: the message, for the page to say in its reader's language. */
export const FieldError = z.object({ path: z.string(), message: z.string(), codedText: OptionalText })
export type FieldError = z.infer<typeof FieldError>

export const fieldFault = (path: string, codedText: CodedText): FieldError => ({
  path,
  message: phrase(codedText),
  codedText,
})

/** What a schema says: a code where it is one of ours, else what Zod says in English. */
export const schemaFault = (path: string, message: string): FieldError =>
  isCode(message) ? fieldFault(path, { code: message }) : { path, message }

/** RFC 9457 problem details. Some codes add the current `call`, `plan`, or `state` and `revision`; or `retryAfter`, in seconds. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  errors: z.array(FieldError).optional(),
  codedText: OptionalText,
})
type Problem = z.infer<typeof Problem>

/** A bundler may copy this module: a Refusal of one copy is an instance for the others too. */
const IS_REFUSAL = Symbol.for('countersign.refusal')

/** An expected failure, as a value: a verb returns its result or a Refusal. */
export class Refusal {
  readonly [IS_REFUSAL] = true

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && IS_REFUSAL in value
  }

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly more: { errors?: FieldError[]; codedText?: StoredText; [member: string]: unknown } = {},
  ) {}

  toProblem(): Problem {
    const { status, title } = PROBLEMS[this.code]
    const { detail, code, more } = this
    return { type: 'about:blank', title, status, detail, code, ...more }
  }
}

/** The detail in words, so that the page can say it in its reader's language; or as a text that comes from elsewhere. */
export const refuse = (code: ProblemCode, detail: CodedText | string, more?: Refusal['more']): Refusal =>
  typeof detail === 'string'
    ? new Refusal(code, detail, more)
    : new Refusal(code, phrase(detail), { ...more, codedText: detail })

/** Why a request cannot be done with what stands in one of its fields. */
export const refuseField = (path: string, codedText: CodedText): Refusal =>
  refuse('invalid_request', codedText, { errors: [fieldFault(path, codedText)] })

/** The faults in what was sent, the first of them as the detail. */
export function refuseFields(errors: FieldError[]): Refusal {
  const { message = '', codedText } = errors[0] ?? {}
  return new Refusal('invalid_request', message, { errors, ...(codedText && { codedText }) })
}

/** The same refusal of a part of what was sent: `path` leads to it. */
export const refusedAt = (path: string, { code, detail, more }: Refusal): Refusal =>
  new Refusal(code, detail, {
    ...more,
    ...(more.errors && { errors: more.errors.map(error => ({ ...error, path: `${path}${error.path}` })) }),
  })

/** The same where it must be said what the first is about. */
export function refuseRequest(errors: FieldError[]): Refusal {
  const { path = '', message = '', codedText } = errors[0] ?? {}
  const subject: CodedText =
    path === '' ? { code: 'problem.theRequest' } : { code: 'plain.about', params: { name: path } }
  return refuse('invalid_request', `${path || 'The request'}: ${message}`, {
    errors,
    ...(codedText && { codedText: { ...subject, parts: [codedText] } }),
  })
}
