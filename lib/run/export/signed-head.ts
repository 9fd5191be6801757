import { ChainCheck, type Link, namedContents } from '@/lib/record/chain'
import { sha256 } from '@/lib/record/digest'
import { findContents } from '@/lib/store/call/contents'
import type { Tx } from '@/lib/store/connection/database'
import { exportedLinks } from '@/lib/store/record/export'
import type { StoredHead } from '@/lib/store/record/record'
import type { Deps } from '../process/deps'

/** A link as it is kept, with the texts that it is the first to name, by their hashes. */
type ExportedLink = Link & { hash: string; contents?: Record<string, string> }

/** The links of a chain as they are kept, each looked at on its way. */
export async function* checkedLinks(tx: Tx, check: ChainCheck): AsyncGenerator<ExportedLink> {
  const named = new Set<string>()
  for await (const link of exportedLinks(tx, check.chain)) {
    const names = namedContents(link.payload).filter(hash => !named.has(hash))
    const contents = await findContents(tx, check.chain, names)
    const missing = names.find(hash => !contents.has(hash))
    check.add({ ...link, payloadHash: sha256(link.payload), missing })
    for (const hash of contents.keys()) named.add(hash)
    yield contents.size > 0 ? { ...link, contents: Object.fromEntries(contents) } : link
  }
}

/**
 * How long a chain is, its last hash, the signature over both, and the key to check it by; and what came of looking
 * at it while it was exported, which is no proof: `npm run audit` computes it anew.
 */
export function signedHead({ signer }: Pick<Deps, 'signer'>, head: StoredHead, check: ChainCheck) {
  const { chain, seq, hash, signature } = head
  const broken = check.end(signer, head)
  return {
    chain,
    head: { seq, hash, signature },
    publicKey: signer.publicKey,
    record: { ok: broken === null, checked: check.checked, ...(broken ? { broken } : {}) },
  }
}

/** A chain as JSON lines: a link a line, then its signed head. */
export async function* chainLines(
  deps: Pick<Deps, 'signer'>,
  tx: Tx,
  head: StoredHead,
): AsyncGenerator<string> {
  const check = new ChainCheck(head.chain)
  for await (const link of checkedLinks(tx, check)) yield `${JSON.stringify(link)}\n`
  yield `${JSON.stringify(signedHead(deps, head, check))}\n`
}
