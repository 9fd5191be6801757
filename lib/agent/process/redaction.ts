import { isHideable, Scanner } from '@/lib/prompt/masking/scanner'
import { maskedBy, secretsIn } from '@/lib/prompt/masking/secret-jobs'
import { secretHashKey } from '@/lib/record/digest'

/** Knows the secrets of the server, and masks what is of no session; one a process. */
export class Redaction {
  /** For what is kept of a secret in its place. */
  readonly hashKey: string
  readonly #scanner: Scanner
  #secrets: readonly string[]
  /** Where others may put secrets, and what each held last. */
  readonly #sources = new Map<() => readonly string[], readonly string[]>()

  /** `secrets`: everything secret that the server holds as it starts. `seed`: that of the audit key. */
  constructor(secrets: readonly string[], seed: string) {
    this.#secrets = secrets
    this.#scanner = new Scanner(secrets)
    this.hashKey = secretHashKey(seed)
  }

  get secrets(): readonly string[] {
    this.#look()
    return this.#secrets
  }

  get scanner(): Scanner {
    this.#look()
    return this.#scanner
  }

  /** Further values are secret from now on, in what is under way as well. */
  learn(values: readonly string[]): void {
    const all = [...new Set([...this.#secrets, ...values])]
    if (all.length === this.#secrets.length) return
    this.#secrets = all
    this.#scanner.know(all)
  }

  /** Whatever this gives is secret; it is asked whenever something is examined. */
  learnFrom(source: () => readonly string[]): void {
    this.#sources.set(source, [])
  }

  #look(): void {
    for (const [source, before] of this.#sources) {
      const values = source()
      if (values === before) continue
      this.#sources.set(source, values)
      this.learn(values)
    }
  }

  holdsSecret(text: string): boolean {
    return secretsIn(this.scanner, text).length > 0
  }

  /** Whether a secret of the server stands in these bytes as it is. */
  holdsKnown(bytes: Buffer): boolean {
    return this.secrets.some(secret => isHideable(secret) && bytes.includes(secret))
  }

  /** For what is small and of no session, such as a line of the log: its secrets have no numbers. */
  mask<T>(value: T): T {
    return maskedBy(this.scanner, value, () => 0)
  }
}
