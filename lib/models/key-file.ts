import path from 'node:path'
import * as z from 'zod'
import { ProviderId } from '@/lib/domain/contract/provider-operations'
import { CodedError, type CodedText } from '@/lib/messages/phrase'
import { fileStamp, readPrivateJson, writePrivateJson } from '@/lib/text/json/private-json'

const KeyEntry = z.object({ key: z.string().min(1).optional(), baseUrl: z.string().min(1) })

/** What a person entered for a provider: a key, and the one address that it is for. */
export type KeyEntry = z.infer<typeof KeyEntry>

/** By provider; what a newer program keeps of others is not lost. */
const Entries = z.looseObject({
  openai: KeyEntry.optional(),
  anthropic: KeyEntry.optional(),
  google: KeyEntry.optional(),
  compatible: KeyEntry.optional(),
})

type Entries = Readonly<Partial<Record<ProviderId, KeyEntry>>>

const FILE = 'provider-keys.json'

const NONE: Entries = Object.freeze({})

type Reading = { stamp: string | null; entries: Entries; secrets: readonly string[]; fault: CodedText | null }

/**
 * The keys that people entered, in a file of the data directory that only the account of the server may read. All
 * processes that share the folder share it. Whoever asks is told what the file holds: its stamp is compared once in
 * each turn of the event loop, and the file is read again where that has changed. So a key counts, is masked, and is
 * forgotten, everywhere and at once, and nobody has to be told. What was read last stays in memory: the models are
 * asked with it anyway.
 */
export class KeyFile {
  readonly #file: string | undefined
  #reading: Reading = { stamp: null, entries: NONE, secrets: [], fault: null }
  #isCurrent = false

  constructor(dataDir: string | undefined) {
    this.#file = dataDir === undefined ? undefined : path.resolve(dataDir, FILE)
  }

  /** Whether there is a folder to keep keys in. */
  get isKept(): boolean {
    return this.#file !== undefined
  }

  /** The same object as long as the file is the same. Empty where it cannot be read. */
  readonly entries = (): Entries => this.#look().entries

  readonly secrets = (): readonly string[] => this.#look().secrets

  /** What is wrong with the file; null where all is well. */
  readonly fault = (): CodedText | null => this.#look().fault

  /**
   * `null` forgets. Only one process may be here at a time.
   *
   * @throws Error where the file cannot be read: nothing in it is overwritten unseen
   */
  async change(id: ProviderId, entry: KeyEntry | null): Promise<void> {
    const { entries, fault } = this.#look()
    if (this.#file === undefined) throw new Error('There is no folder to keep keys in.')
    if (fault !== null) throw new CodedError(fault)
    const { [id]: _, ...others } = entries
    await writePrivateJson(this.#file, entry === null ? others : { ...others, [id]: entry })
    this.#isCurrent = false
  }

  #look(): Reading {
    if (this.#file === undefined || this.#isCurrent) return this.#reading
    this.#isCurrent = true
    setImmediate(() => {
      this.#isCurrent = false
    })
    const stamp = stampOf(this.#file)
    if (stamp !== this.#reading.stamp) this.#reading = { stamp, ...read(this.#file, stamp) }
    return this.#reading
  }
}

/** What cannot even be looked at is tried again each time, and said by whoever reads it. */
function stampOf(file: string): string | null {
  try {
    return fileStamp(file)
  } catch (error) {
    return `${error}`
  }
}

function read(file: string, stamp: string | null): Omit<Reading, 'stamp'> {
  if (stamp === null) return { entries: NONE, secrets: [], fault: null }
  try {
    const parsed = Entries.safeParse(readPrivateJson(file))
    if (!parsed.success) throw new Error('it is not as this program writes it')
    const entries: Entries = parsed.data
    return { entries, secrets: ProviderId.options.flatMap(id => entries[id]?.key ?? []), fault: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const fault: CodedText = { code: 'health.keysUnreadable', params: { file, reason: why } }
    return { entries: NONE, secrets: [], fault }
  }
}
