import type { CodedText } from '../messages/phrase'
import { sha256 } from './digest'
import type { Head, SignedHead, Signer } from './signer'

/** Where a chain breaks, and why: in English, since no library is here to say it in other languages, and by its code. */
export type LinkFault = { seq: number; reason: string; codedText: CodedText }

type HeadVerifier = Pick<Signer, 'verifyHead'>

const UNSIGNED = 'The end of the record is not signed with the key of this installation.'

const faultAt = (seq: number, reason: string, codedText: CodedText): LinkFault => ({ seq, reason, codedText })

export const missingEvent = (seq: number): LinkFault =>
  faultAt(seq, `Event ${seq} is missing.`, { code: 'record.eventMissing', params: { seq } })

/**
 * Why a chain may not be extended, or null: its head must be one that this installation signed, and its last link the
 * one that the head names. `last` is null if there is no link, which is right only for a chain that was never written
 * to, whose head is empty.
 */
export function headFault(
  verifier: HeadVerifier,
  { chain, head, last }: { chain: string; head: SignedHead; last: Head | null },
): LinkFault | null {
  const isEmpty = head.seq === 0 && head.hash === '' && head.signature === ''
  if (isEmpty) return last && faultAt(1, 'The end of the record was taken away.', { code: 'record.endTaken' })
  if (!last || last.seq < head.seq) return missingEvent((last?.seq ?? 0) + 1)
  if (last.seq > head.seq) {
    const seq = head.seq + 1
    const reason = `Event ${seq} was added without a signature.`
    return faultAt(seq, reason, { code: 'record.eventUnsigned', params: { seq } })
  }
  const { seq } = head
  if (last.hash !== head.hash) {
    const reason = `Event ${seq} is not the one that was signed.`
    return faultAt(seq, reason, { code: 'record.eventOther', params: { seq } })
  }
  return verifier.verifyHead(chain, head) ? null : faultAt(seq, UNSIGNED, { code: 'record.endUnsigned' })
}

/** One event as covered by the chain. `payload` is the stored text, to the byte. */
export type Link = { chain: string; seq: number; type: string; at: string; payload: string }

/**
 * A link as a verifier needs it, whatever the length of its payload. `missing`: the hash of a text that the payload names
 * and that is not there.
 */
export type DigestedLink = Omit<Link, 'chain' | 'payload'> & {
  payloadHash: string
  hash: string
  missing?: string | undefined
}

/** A payload that names texts ends with their hashes: they are the last of its keys. */
export const CONTENTS_CHARS = 2_000
const CONTENTS = /"contents":\{([^{}]*)\}\}$/

/** The hashes of the texts that a payload names. Its last CONTENTS_CHARS are enough. */
export const namedContents = (payload: string): string[] =>
  CONTENTS.exec(payload.slice(-CONTENTS_CHARS))?.[1]?.match(/sha256:[0-9a-f]{64}/g) ?? []

/** The hash of a link, chained to the one before; `''` precedes the first. None of the parts contains a line feed. */
export const linkHash = (previous: string, { payload, ...link }: Link): string =>
  digestedHash(previous, { ...link, payloadHash: sha256(payload) })

const digestedHash = (previous: string, link: Omit<Link, 'payload'> & { payloadHash: string }): string =>
  sha256([previous, link.chain, link.seq, link.type, link.at, link.payloadHash].join('\n'))

/** Recomputes a chain link by link, from the first. After the first fault nothing more is checked. */
export class ChainCheck {
  checked = 0
  hash = ''
  at: string | undefined
  fault: LinkFault | null = null
  readonly chain: string

  constructor(chain: string) {
    this.chain = chain
  }

  add(link: DigestedLink): void {
    if (this.fault) return
    const seq = this.checked + 1
    this.fault = this.#faultOf(link, seq)
    if (this.fault) return
    this.checked = seq
    this.hash = link.hash
    this.at = link.at
  }

  #faultOf(link: DigestedLink, seq: number): LinkFault | null {
    if (link.seq !== seq) return missingEvent(seq)
    if (digestedHash(this.hash, { ...link, chain: this.chain }) !== link.hash)
      return faultAt(seq, `Event ${seq} is not what was recorded.`, {
        code: 'record.eventChanged',
        params: { seq },
      })
    const { missing } = link
    if (missing === undefined) return null
    const reason = `What event ${seq} names as ${missing} is not there.`
    return faultAt(seq, reason, { code: 'record.contentMissing', params: { seq, hash: missing } })
  }

  end(verifier: HeadVerifier, head: SignedHead): LinkFault | null {
    const last = this.checked === 0 ? null : { seq: this.checked, hash: this.hash }
    this.fault ??= headFault(verifier, { chain: this.chain, head, last })
    return this.fault
  }
}
