import type { Operation } from '@/lib/domain/contract/operation'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'

/**
 * The revision that a change was made from, by its If-Match or its body; undefined if it may be any. For a resource
 * without revisions If-Match is refused, since its sender would believe the change to be guarded.
 */
export function ifMatch(
  { method, ifMatch: hasRevision }: Pick<Operation, 'method' | 'ifMatch'>,
  headers: Pick<Headers, 'get'>,
  body: unknown,
): number | undefined | Refusal {
  const header = method === 'PATCH' || method === 'PUT' ? headers.get('if-match') : null
  const inBody = hasRevision ? revisionIn(body) : undefined
  if (header === null || header === '*') return inBody
  const [, bare, quoted] = /^(?:(\d{1,9})|"(\d{1,9})")$/.exec(header) ?? []
  const digits = bare ?? quoted
  if (digits === undefined) return refuse('invalid_request', NO_REVISION)
  if (!hasRevision) return refuse('invalid_request', NONE_HERE)
  if (inBody !== undefined && inBody !== Number(digits)) return refuse('invalid_request', DIFFERENT)
  return Number(digits)
}

const NO_REVISION = 'If-Match holds one revision, a number as in "3", or * for whichever it is.'
const NONE_HERE = 'This has no revision that If-Match could name. Nothing was changed.'
const DIFFERENT = 'If-Match and the body name different revisions. Nothing was changed.'

const revisionIn = (body: unknown): number | undefined =>
  typeof body === 'object' && body !== null && 'revision' in body && typeof body.revision === 'number'
    ? body.revision
    : undefined
