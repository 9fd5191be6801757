import { secretsIn } from '@/lib/context/redaction/redact'
import { mapTexts } from '@/lib/context/redaction/redact-value'
import { Scanner } from '@/lib/context/redaction/scanner'
import { FIND_SECRETS, HIDE_SECRETS } from '@/lib/context/redaction/secret-jobs'
import type { Compute } from '@/lib/domain/job'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { secretHashKey } from '@/lib/record/digest'

/** What finds secrets and names them; one a process. `hashKey`: for what is kept of a secret in its place. */
export type Redaction = {
  readonly secrets: readonly string[]
  scanner: Scanner
  hashKey: string
  /** Further values are secret from now on, in what is under way as well. */
  learn: (values: readonly string[]) => void
  /** Where others may put secrets meanwhile: it is looked at whenever something is examined. */
  learnFrom: (source: () => readonly string[]) => void
}

/** `secrets`: everything secret that the server holds as it starts. `seed`: that of the audit key. */
export function createRedaction(secrets: readonly string[], seed: string): Redaction {
  let known: readonly string[] = secrets
  const scanner = new Scanner(secrets)
  /** With what each had last. */
  const sources = new Map<() => readonly string[], readonly string[]>()
  const learn = (values: readonly string[]): void => {
    const all = [...new Set([...known, ...values])]
    if (all.length === known.length) return
    known = all
    scanner.know(all)
  }
  const look = (): void => {
    for (const [source, before] of sources) {
      const values = source()
      if (values === before) continue
      sources.set(source, values)
      learn(values)
    }
  }
  return {
    get secrets() {
      look()
      return known
    },
    get scanner() {
      look()
      return scanner
    },
    hashKey: secretHashKey(seed),
    learn,
    learnFrom: source => {
      sources.set(source, [])
      look()
    },
  }
}

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
