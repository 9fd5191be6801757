import type { ModelPatch } from '@/lib/domain/model-info'
import { linkHash } from '@/lib/record/chain'
import { headText } from '@/lib/record/signer'
import { INSTALLATION_CHAIN, insertEvents } from '@/lib/store/event'
import { lockInstallation, saveInstallationHead } from '@/lib/store/installation'
import type { Deps } from './deps'
import type { Unit } from './transact'

/** Facts that belong to no session, or outlive it. */
export type InstallationFact =
  | { type: 'session.created'; data: { sessionId: string } }
  | { type: 'session.deleted'; data: { sessionId: string; seq: number; head: string } }
  | { type: 'memory.added' | 'memory.changed' | 'memory.removed'; data: { memoryId: string; by: string } }
  | { type: 'model.changed'; data: ModelPatch & { modelId: string; by: string } }

/** Adds a fact to the installation's own chain. Ask last in a transaction: every writer of it waits here. */
export async function addInstallationFact(
  deps: Pick<Deps, 'signer'>,
  unit: Pick<Unit, 'tx'> & { at: string },
  fact: InstallationFact,
): Promise<void> {
  const { seq, head } = await lockInstallation(unit.tx)
  const link = {
    chain: INSTALLATION_CHAIN,
    seq: seq + 1,
    type: fact.type,
    at: unit.at,
    payload: JSON.stringify(fact.data),
  }
  const hash = linkHash(head, link)
  await insertEvents(unit.tx, [{ ...link, subject: undefined, hash }])
  const signature = deps.signer.sign(headText(INSTALLATION_CHAIN, { seq: link.seq, hash }))
  await saveInstallationHead(unit.tx, { seq: link.seq, head: hash, signature })
}
