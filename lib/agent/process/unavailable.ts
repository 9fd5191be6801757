import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { CodedText } from '@/lib/messages/phrase'
import { isUnreachable, type Unavailability, unavailability } from '@/lib/store/connection/unreachable'

/** How long it is told that the disk of the database was full: whoever writes again finds out how it is now. */
const NOTED_MS = 60_000

/** Remembers that the database could not store something for want of space: where it is not on this machine nobody else can tell. */
export class DiskFull {
  #noted = Number.NEGATIVE_INFINITY
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  note(): void {
    this.#noted = this.#now()
  }

  isRecent(): boolean {
    return this.#now() - this.#noted < NOTED_MS
  }
}

const DETAILS: Record<Unavailability, CodedText> = {
  unreachable: { code: 'problem.unreachable' },
  disk_full: { code: 'problem.diskFull' },
}

function reasonOf(diskFull: Pick<DiskFull, 'note'>, error: unknown): Unavailability | null {
  const why = unavailability(error)
  if (why === 'disk_full') diskFull.note()
  return why
}

/** The Refusal for an error which means that the database cannot work just now; null for any other error. */
export function unavailable(diskFull: Pick<DiskFull, 'note'>, error: unknown): Refusal | null {
  const why = reasonOf(diskFull, error)
  return why && refuse('unavailable', DETAILS[why], { retryAfter: 1 })
}

type Reporter = {
  log: (level: 'warn', message: string, fields: Record<string, unknown>) => void
  diskFull: Pick<DiskFull, 'note'>
}

/** What the work gives, or the Refusal that says why the database cannot do it just now. Any other error is thrown on. */
export async function orUnavailable<T>(
  { log, diskFull }: Reporter,
  work: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const refusal = unavailable(diskFull, error)
    if (!refusal) throw error
    log('warn', refusal.detail, { error: String(error) })
    return refusal
  }
}

const WARNINGS: Record<Unavailability, string> = {
  unreachable: 'The database cannot be reached: the work on a session waits for it',
  disk_full: 'The disk of the database is full: the work on a session waits until there is space again',
}

/** Says so in the log where an error means that the database cannot work just now, and whether it does. */
export function warnUnavailable(
  { log, diskFull }: Reporter,
  error: unknown,
  fields: Record<string, unknown>,
): boolean {
  const why = reasonOf(diskFull, error)
  if (why === null) return false
  log('warn', WARNINGS[why], { ...fields, error: String(error) })
  return true
}

const TRIES = 40
const PAUSE_MS = 250

/** What was done and said must not be lost because the database is away for a moment. Done again, the work must do no more. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || tries === TRIES) throw error
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
}
