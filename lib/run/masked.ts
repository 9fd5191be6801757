import type { Found } from '@/lib/context/redaction/found'
import { type NumberOf, withHandles } from '@/lib/context/redaction/redact'
import { mapTexts } from '@/lib/context/redaction/redact-value'
import { valueSecrets } from '@/lib/context/redaction/value-secrets'
import { inTransaction, type Tx } from '@/lib/store/database'
import { numberSecrets } from '@/lib/store/secret'
import { isUnreachable } from '@/lib/store/unreachable'
import type { Deps } from './deps'

type Of = {
  sessionId: string
  /** The transaction that has the session's row locked, where there is one: another could not come by. */
  tx?: Tx
}

/**
 * The one place that whatever comes from outside passes before it is stored, shown, or told to a model: what people
 * write, models say and tools give back. Secrets become handles; `masked` says how many. Mostly there are none, and
 * nothing is asked of the database.
 */
export async function masked<T>(
  deps: Pick<Deps, 'db' | 'redaction'>,
  of: Of,
  value: T,
): Promise<{ value: T; masked: number }> {
  const { scanner } = deps.redaction
  const all: Found[] = []
  mapTexts(value, (text, name) => {
    all.push(...valueSecrets(scanner, text, name))
    return text
  })
  if (all.length === 0) return { value, masked: 0 }
  const numberOf = await numbersOf(deps, of, all)
  const hide = (text: string, name?: string): string =>
    withHandles(text, valueSecrets(scanner, text, name), numberOf)
  const numbers = new Set(all.map(numberOf).filter(n => n !== null))
  return { value: mapTexts(value, hide), masked: numbers.size }
}

/** The numbers of secrets in a session; those that a person released have none. */
export async function numbersOf(
  deps: Pick<Deps, 'db' | 'redaction'>,
  { sessionId, tx }: Of,
  all: Found[],
): Promise<NumberOf> {
  const hashes = new Map<string, string>()
  for (const { value } of all) if (!hashes.has(value)) hashes.set(value, deps.redaction.hash(value))
  const named = new Map(
    all.map(({ value, kind, rule }) => [value, { hash: hashes.get(value) ?? '', kind, rule }]),
  )
  const secrets = [...named.values()]
  const numbered = tx
    ? await numberSecrets(tx, sessionId, secrets)
    : await patiently(() =>
        inTransaction(
          deps.db,
          own => numberSecrets(own, sessionId, secrets),
          () => false,
        ),
      )
  return ({ value, kind }) => {
    const found = numbered.get(hashes.get(value) ?? '')
    return found && (kind === 'known' || !found.isReleased) ? found.n : null
  }
}

const TRIES = 40
const PAUSE_MS = 250

/** What was done and said must not be lost because the database is away for a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || tries === TRIES) throw error
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
}
