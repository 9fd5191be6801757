import { secretsIn } from '@/lib/context/redaction/redact'
import { mapTexts } from '@/lib/context/redaction/redact-value'
import { Scanner } from '@/lib/context/redaction/scanner'
import { FIND_SECRETS, HIDE_SECRETS } from '@/lib/context/redaction/secret-jobs'
import type { Compute } from '@/lib/domain/job'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { secretHashKey } from '@/lib/record/digest'

/** What finds secrets and names them; one a process. `hashKey`: for what is kept of a secret in its place. */
export type Redaction = { secrets: readonly string[]; scanner: Scanner; hashKey: string }

/** What the server came to hold after its start. Whoever hides something asks for what is known then. */
export function learn(redaction: Redaction, secrets: readonly string[]): void {
  const all = new Set([...redaction.secrets, ...secrets])
  if (all.size === redaction.secrets.length) return
  redaction.secrets = [...all]
  redaction.scanner = new Scanner(redaction.secrets)
}

/** `secrets`: everything secret that the server holds. `seed`: that of the audit key. */
export const createRedaction = (secrets: readonly string[], seed: string): Redaction => ({
  secrets,
  scanner: new Scanner(secrets),
  hashKey: secretHashKey(seed),
})

/** Whether a name that is given to something has a secret in it. */
export const holdsSecret = ({ scanner }: Redaction, text: string): boolean =>
  secretsIn(scanner, text).length > 0

/** For what is of no session, and whose secrets have no numbers of their own: lines of the log, memories. */
export function withoutSecrets<T>({ scanner }: Redaction, value: T): T {
  return mapTexts(value, text => {
    const found = secretsIn(scanner, text)
    const pieces = found.map(
      ({ at }, index) => `${text.slice(found[index - 1]?.end ?? 0, at)}${secretHandle(0)}`,
    )
    return pieces.join('') + text.slice(found.at(-1)?.end ?? 0)
  })
}

/** The same for what may be large: in a thread then. */
export async function hideSecrets<T>(
  { redaction: { secrets }, compute }: { redaction: Redaction; compute: Compute },
  value: T,
): Promise<T> {
  const all = await compute(FIND_SECRETS, { secrets, value })
  if (all.length === 0) return value
  const numbers = all.map(secret => ({ secret, n: 0 }))
  return (await compute(HIDE_SECRETS, { secrets, value, numbers })) as T
}
