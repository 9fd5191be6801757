import { sha256 } from './digest'

/** One fact as the chain covers it. `payload` is the stored text, to the byte. */
export type Link = {
  chain: string
  seq: number
  type: string
  at: string
  payload: string
}

/** The hash of a link over the one before it; `''` stands before the first. None of the parts holds a line feed. */
export const linkHash = (previous: string, link: Link): string =>
  sha256([previous, link.chain, link.seq, link.type, link.at, sha256(link.payload)].join('\n'))

export type Verified =
  | { ok: true; checked: number; head: string }
  | { ok: false; checked: number; broken: { seq: number; reason: string } }

/** Recomputes a chain from its first link; `head` is what the installation says its last hash is. */
export function verifyChain(
  links: (Link & { hash: string })[],
  head: { seq: number; hash: string },
): Verified {
  let previous = ''
  for (const [index, link] of links.entries()) {
    const broken = (reason: string): Verified => ({
      ok: false,
      checked: index,
      broken: { seq: index + 1, reason },
    })
    if (link.seq !== index + 1) return broken(`Event ${index + 1} is missing.`)
    if (linkHash(previous, link) !== link.hash) return broken(`Event ${link.seq} is not what was recorded.`)
    previous = link.hash
  }
  if (links.length !== head.seq || previous !== head.hash) {
    const reason = 'The end of the record is not the one that was signed.'
    return { ok: false, checked: links.length, broken: { seq: links.length + 1, reason } }
  }
  return { ok: true, checked: links.length, head: previous }
}
