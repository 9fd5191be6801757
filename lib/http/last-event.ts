import { refuse } from '@/lib/domain/contract/problem'

/** The id of the event to go on after: the last one that came, else where the client began; none means from now on. */
export const lastEventId = (headers: Headers, after: string | undefined): string | undefined =>
  headers.get('last-event-id') || after

const message = 'There is no such place in these events.'

export const NO_SUCH_EVENT = refuse('invalid_request', message, { errors: [{ path: '/after', message }] })
