import { ChainCheck, type LinkFault, namedContents } from './chain'
import { sha256 } from './digest'
import { type ExportItem, exportItems, UnreadableLine } from './export-lines'
import type { KeptHead, KeptHeads } from './kept-heads'
import { headText, isSignedBy } from './signer'

/** The chain of events that belong to no session. */
const INSTALLATION = 'installation'

/** Where an export breaks: `sessionId` is `installation` for the installation's own chain. */
type ExportFault = Pick<LinkFault, 'seq' | 'reason'> & { sessionId: string }

/**
 * `publicKey`: the key that all heads are signed with; `isReadable`: the file holds more than events, and that was not
 * verified.
 */
type ExportVerdict = {
  checked: number
  sessions: number
  publicKey: string | undefined
  isReadable: boolean
} & ({ ok: true } | { ok: false; broken: ExportFault })

/** Independent knowledge: the key that must have signed, and heads that were kept. */
export type KnownElsewhere = { publicKey?: string | undefined; heads?: KeptHeads | undefined }

/** Verifies an export, line by line, up to its first fault. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  elsewhere: KnownElsewhere = {},
): Promise<ExportVerdict> {
  const check = new ExportCheck(elsewhere)
  try {
    for await (const item of exportItems(lines)) {
      const broken = check.take(item)
      if (broken) return check.verdict(broken)
    }
    return check.verdict(check.end())
  } catch (error) {
    if (error instanceof UnreadableLine) return check.verdict(check.here(error.message))
    throw error
  }
}

class ExportCheck {
  #publicKey: string | undefined
  #isWhole = false
  #isReadable = false
  #current: ChainCheck | null = null
  #checked = 0
  /** The texts that this chain named so far, and that are what they are named. */
  #contents = new Set<string>()
  readonly #ended = new Set<string>()
  /** Sessions according to the installation's chain: the existing ones, and the lengths of deleted ones. */
  readonly #made = new Set<string>()
  readonly #deleted = new Map<string, number>()
  /** With these the record was signed before it went on under another. */
  readonly #formerKeys = new Set<string>()
  readonly #heads: KeptHeads | undefined

  constructor({ publicKey, heads }: KnownElsewhere) {
    this.#publicKey = publicKey
    this.#heads = heads
  }

  take(item: ExportItem): ExportFault | null {
    if (item.kind === 'scope') {
      this.#isWhole = item.of === 'installation'
      this.#isReadable = item.isReadable
    }
    if (item.kind === 'link') return this.#link(item)
    return item.kind === 'head' ? this.#head(item) : null
  }

  #link({ chain, link, payload, contents }: ExportItem & { kind: 'link' }): ExportFault | null {
    if (this.#current && this.#current.chain !== chain) return this.here(CUT)
    if (this.#ended.has(chain))
      return { sessionId: chain, seq: link.seq, reason: 'The record is there twice.' }
    this.#current ??= new ChainCheck(chain)
    for (const { hash, text } of contents) if (sha256(text) === hash) this.#contents.add(hash)
    const missing = namedContents(payload).find(hash => !this.#contents.has(hash))
    this.#current.add({ ...link, missing })
    const { fault } = this.#current
    if (fault) return { sessionId: chain, ...fault }
    this.#checked += 1
    if (chain === INSTALLATION) this.#note(link.type, payload)
    const head = this.#heads?.chains.get(chain)?.get(link.seq)
    return head && head.hash !== link.hash
      ? {
          sessionId: chain,
          seq: link.seq,
          reason: `Event ${head.seq} is not the one whose signed head was kept elsewhere (${head.at}).`,
        }
      : null
  }

  #note(type: string, payload: string): void {
    if (type === 'key.changed') this.#formerKeys.add(JSON.parse(payload).formerKey)
    if (type !== 'session.created' && type !== 'session.deleted') return
    const { sessionId, seq } = JSON.parse(payload) as { sessionId: string; seq: number }
    if (type === 'session.created') this.#made.add(sessionId)
    else if (this.#made.delete(sessionId)) this.#deleted.set(sessionId, seq)
  }

  #head({ chain, head, publicKey }: ExportItem & { kind: 'head' }): ExportFault | null {
    if (this.#current && this.#current.chain !== chain) return this.here(CUT)
    const check = this.#current ?? new ChainCheck(chain)
    this.#current = null
    this.#contents = new Set()
    this.#publicKey ??= publicKey
    const trusted = this.#publicKey
    const at = { sessionId: chain, seq: head.seq }
    if (publicKey !== trusted) return { ...at, reason: 'It is signed with another key.' }
    const fault = check.end(
      { verifyHead: (of, { signature, ...text }) => isSignedBy(trusted, headText(of, text), signature) },
      head,
    )
    if (fault) return { sessionId: chain, ...fault }
    this.#ended.add(chain)
    const last = lastOf(this.#heads?.chains.get(chain))
    if (!last || last.seq <= head.seq) return null
    return { sessionId: chain, seq: head.seq + 1, reason: cutSince(head.seq, last) }
  }

  end(): ExportFault | null {
    if (this.#current || (this.#isWhole && !this.#ended.has(INSTALLATION))) return this.here(CUT)
    const isOwn = (key: string) => key === this.#publicKey || this.#formerKeys.has(key)
    const key = [...(this.#heads?.publicKeys ?? [])].find(one => !isOwn(one))
    if (key) return this.here(`The heads that were kept are signed with another key: ${key}`)
    return this.#isWhole ? this.#missing() : null
  }

  /** Every created session is in the file or was deleted, and vice versa. */
  #missing(): ExportFault | null {
    for (const sessionId of this.#made)
      if (!this.#ended.has(sessionId)) return { sessionId, seq: 1, reason: 'The session is not in the file.' }
    for (const sessionId of this.#ended)
      if (sessionId !== INSTALLATION && !this.#made.has(sessionId))
        return { sessionId, seq: 1, reason: 'The record of the installation does not know of the session.' }
    for (const [chain, head] of this.#heads?.chains ?? []) {
      const last = lastOf(head)
      if (last && !this.#ended.has(chain) && (this.#deleted.get(chain) ?? -1) < last.seq)
        return { sessionId: chain, seq: 1, reason: cutSince(0, last) }
    }
    return null
  }

  here(reason: string): ExportFault {
    const sessionId = this.#current?.chain ?? INSTALLATION
    return { sessionId, seq: (this.#current?.checked ?? 0) + 1, reason }
  }

  verdict(broken: ExportFault | null): ExportVerdict {
    const sessions = [...this.#ended].filter(chain => chain !== INSTALLATION).length
    const counts = {
      checked: this.#checked,
      sessions,
      publicKey: this.#publicKey,
      isReadable: this.#isReadable,
    }
    return broken ? { ...counts, ok: false, broken } : { ...counts, ok: true }
  }
}

const CUT = 'The file ends before the head that was signed.'

const lastOf = (heads: Map<number, KeptHead> | undefined): KeptHead | null =>
  [...(heads?.values() ?? [])].reduce<KeptHead | null>(
    (last, one) => (last && last.seq > one.seq ? last : one),
    null,
  )

const cutSince = (length: number, { seq, at }: KeptHead): string =>
  `The record has ${length} events here and had ${seq} when its signed head was kept elsewhere (${at}): its end was cut off, or this is an older copy.`
