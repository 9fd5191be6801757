import type { SecretSpan } from '@/lib/context/redaction/reading'
import type { NumberOf } from '@/lib/context/redaction/redact'
import { FIND_SECRETS, HIDE_SECRETS } from '@/lib/context/redaction/secret-jobs'
import { HASH_SECRETS } from '@/lib/record/digest'
import { numberSecrets } from '@/lib/store/call/secret'
import { inTransaction, type Tx } from '@/lib/store/connection/database'
import type { Deps } from '../process/deps'
import { patiently } from '../process/unavailable'

type Of = {
  sessionId: string
  /** The transaction that has the session's row locked, where there is one: another could not come by. */
  tx?: Tx
}

/** What masking needs of the deps. */
export type Masking = Pick<Deps, 'db' | 'redaction' | 'compute'>

/**
 * The one place that whatever comes from outside passes before it is stored, shown, or told to a model: what people
 * write, models say and tools give back. Secrets become handles; `masked` says how many. Mostly there are none, and
 * nothing is asked of the database.
 */
export async function mask<T>(deps: Masking, of: Of, value: T): Promise<{ value: T; masked: number }> {
  const { secrets } = deps.redaction
  const all = await deps.compute(FIND_SECRETS, { secrets, value })
  if (all.length === 0) return { value, masked: 0 }
  const values = [...new Set(all.map(secret => secret.value))]
  const hashes = await deps.compute(HASH_SECRETS, { key: deps.redaction.hashKey, secrets: values })
  const numberOf = await numbersOf(deps, of, { all, values, hashes })
  const numbers = all.map(secret => ({ secret, n: numberOf(secret) }))
  const hidden = await deps.compute(HIDE_SECRETS, { secrets, value, numbers })
  const handles = new Set(numbers.flatMap(({ n }) => n ?? []))
  return { value: hidden as T, masked: handles.size }
}

/** The numbers of secrets in a session, by the hashes of their values; those that a person released have none. */
export async function numbersOf(
  deps: Pick<Deps, 'db'>,
  { sessionId, tx }: Of,
  { all, values, hashes }: { all: SecretSpan[]; values: string[]; hashes: string[] },
): Promise<NumberOf> {
  const byValue = new Map(values.map((value, at) => [value, hashes[at] ?? '']))
  const named = new Map(
    all.map(({ value, kind, rule }) => [value, { hash: byValue.get(value) ?? '', kind, rule }]),
  )
  const secrets = [...named.values()]
  const numbered = tx
    ? await numberSecrets(tx, sessionId, secrets)
    : await patiently(() =>
        inTransaction(deps.db, own => numberSecrets(own, sessionId, secrets), { isRefusal: () => false }),
      )
  return ({ value, kind }) => {
    const found = numbered.get(byValue.get(value) ?? '')
    return found && (kind === 'known' || !found.isReleased) ? found.n : null
  }
}
