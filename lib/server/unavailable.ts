import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { type Unavailability, unavailability } from '@/lib/store/connection/unreachable'
import type { CurrentProcess } from './current-process'

const DETAILS: Record<Unavailability, string> = {
  unreachable: 'The database cannot be reached. Try again in a moment.',
  disk_full:
    'The disk of the database is full: nothing was stored. Free some space there, then send it again; nothing needs to be restarted.',
}

/** The Refusal for an error which means that the database cannot work just now; null for any other error. */
export function unavailable(current: CurrentProcess, error: unknown): Refusal | null {
  const why = unavailability(error)
  if (why === null) return null
  if (why === 'disk_full') current.diskFull.note()
  return refuse('unavailable', DETAILS[why], { retryAfter: 1 })
}
