import { refuse } from '@/lib/domain/problem'

/** The id that a stream goes on from: what came last, else where the client began. Absent: from now on. */
export const lastSeen = (headers: Headers, after: string | undefined): string | undefined =>
  headers.get('last-event-id') || after

const message = 'There is no such place in these events.'

export const noSuchPlace = refuse('invalid_request', message, { errors: [{ path: '/after', message }] })
