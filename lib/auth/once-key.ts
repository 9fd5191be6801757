import type { Person } from '@/lib/domain/person'
import { type Refusal, refuse } from '@/lib/domain/problem'
import type { RequestKey } from '@/lib/store/idempotency-key'

/** The request as its Idempotency-Key makes it repeatable; undefined for one without. Only POST has any. */
export function onceKey(
  request: Pick<Request, 'method' | 'headers' | 'url'>,
  person: Person,
): RequestKey | undefined | Refusal {
  const key = request.headers.get('idempotency-key')
  if (key === null || request.method !== 'POST') return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return refuse('invalid_request', 'An Idempotency-Key has 1 to 255 visible ASCII characters, no spaces.')
  }
  const { pathname } = new URL(request.url)
  return { person: person.id, method: 'POST', path: pathname, key }
}
