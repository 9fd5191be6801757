import { headFault } from '@/lib/record/chain'
import { headText, isSignedBy, type SignedHead, type Signer } from '@/lib/record/signer'
import type { Sql } from '@/lib/store/connection/sql'
import { lastLink } from '@/lib/store/record/event'
import { saveSignature, sessionHeads } from '@/lib/store/record/record'
import { addInstallationFact, RecordBroken } from './installation-chain'

/**
 * A record goes on under another key than it was signed with, and the chain of the installation tells so. A head that
 * the former key did not sign is left as it is: it was broken, and no key mends that.
 */
export async function changeKey(
  tx: Sql,
  { formerKey, signer, at }: { formerKey: string; signer: Signer; at: string },
): Promise<void> {
  const verifyHead = (chain: string, { signature, ...head }: SignedHead): boolean =>
    isSignedBy(formerKey, headText(chain, head), signature)
  for await (const { chain, ...head } of sessionHeads(tx)) {
    const last = await lastLink(tx, chain)
    if (head.seq > 0 && !headFault({ verifyHead }, { chain, head, last }))
      await saveSignature(tx, chain, signer.signHead(chain, head))
  }
  const data = { publicKey: signer.publicKey, formerKey }
  const deps = { signer: { ...signer, verifyHead } }
  await addInstallationFact(deps, { tx, at }, { type: 'key.changed', data }).catch(error => {
    if (!(error instanceof RecordBroken)) throw error
  })
}
