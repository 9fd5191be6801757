import type { FoundSecret } from '@/lib/prompt/masking/scanner'
import { FIND_SECRETS, HIDE_SECRETS, type NumberOf } from '@/lib/prompt/masking/secret-jobs'
import { HASH_SECRETS } from '@/lib/record/digest'
import { inTransaction, type Tx } from '@/lib/store/connection/database'
import { numberSecrets } from '@/lib/store/policy/secret'
import type { Deps } from '../process/deps'
import { patiently } from '../process/unavailable'

/** `tx`: the transaction that has the session's row locked, where there is one: another could not come by. */
type MaskedSession = { sessionId: string; tx?: Tx }

/** What masking needs of the deps. */
export type Masking = Pick<Deps, 'db' | 'redaction' | 'compute'>

/**
 * The one place that whatever comes from outside passes before it is stored, shown, or told to a model: what people
 * write, models say and tools give back. Secrets become handles, with numbers of their own in a session; `masked` says
 * how many. Mostly there are none, and nothing is asked of the database.
 */
export async function mask<T>(
  deps: Masking,
  session: MaskedSession | null,
  value: T,
): Promise<{ value: T; masked: number }> {
  const { secrets, hashKey } = deps.redaction
  const all = await deps.compute(FIND_SECRETS, { secrets, value })
  if (all.length === 0) return { value, masked: 0 }
  const hashes = await deps.compute(HASH_SECRETS, { key: hashKey, secrets: all.map(({ value }) => value) })
  const numberOf = session ? await numbersOf(deps, session, { all, hashes }) : () => 0
  const numbers = all.map(secret => ({ secret, n: numberOf(secret) }))
  const hidden = await deps.compute(HIDE_SECRETS, { secrets, value, numbers })
  return { value: hidden as T, masked: new Set(numbers.flatMap(({ n }) => n ?? [])).size }
}

/** The numbers of secrets in a session, by the hashes of their values; those that a person released have none. */
export async function numbersOf(
  deps: Pick<Deps, 'db'>,
  { sessionId, tx }: MaskedSession,
  { all, hashes }: { all: FoundSecret[]; hashes: string[] },
): Promise<NumberOf> {
  const keys = new Map(
    all.map(({ value, kind, rule }, at) => [value, { hash: hashes[at] ?? '', kind, rule }]),
  )
  const number = (own: Tx) => numberSecrets(own, sessionId, [...keys.values()])
  const numbered = tx
    ? await number(tx)
    : await patiently(() => inTransaction(deps.db, number, { isRefusal: () => false }))
  return ({ value, kind }) => {
    const secret = numbered.get(keys.get(value)?.hash ?? '')
    return secret && (kind === 'known' || !secret.isReleased) ? secret.n : null
  }
}
