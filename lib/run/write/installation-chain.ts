import type { ChannelSetup, StoredChannel } from '@/lib/domain/channel/channel'
import type { InstallationPatch } from '@/lib/domain/contract/installation-operations'
import type { ProviderId } from '@/lib/domain/contract/provider-operations'
import type { ServerSettings } from '@/lib/domain/mcp/server-input'
import type { ModelPatch } from '@/lib/domain/run/model-info'
import { headFault, linkHash } from '@/lib/record/chain'
import type { Tx } from '@/lib/store/connection/database'
import { lockInstallation, saveInstallationHead } from '@/lib/store/connection/installation'
import { Rows } from '@/lib/store/connection/rows'
import { INSTALLATION_CHAIN, insertEvents, lastLink, type StoredEvent } from '@/lib/store/record/event'
import type { Deps } from '../process/deps'
import { RecordBroken } from './record-broken'

/** Facts that belong to no session, or outlive it. */
export type InstallationFact =
  | { type: 'session.created'; data: { sessionId: string } }
  | { type: 'session.deleted'; data: { sessionId: string; seq: number; head: string } }
  | { type: 'memory.added' | 'memory.changed' | 'memory.removed'; data: { memoryId: string; by: string } }
  | { type: 'skill.added' | 'skill.changed' | 'skill.removed'; data: SkillFact }
  | { type: 'model.changed'; data: ModelPatch & { modelId: string; by: string } }
  | { type: 'settings.changed'; data: InstallationPatch & { by: string } }
  | { type: 'channel.added' | 'channel.changed'; data: ChannelFact & { setup: ChannelSetup } }
  | { type: 'channel.removed' | 'channel.tested'; data: ChannelFact }
  | { type: 'server.added' | 'server.changed'; data: ServerSettings & { serverId: string; by: string } }
  | { type: 'server.removed'; data: { serverId: string; name: string; by: string } }
  | { type: 'tool.pinned'; data: { tool: string; definitionHash: string; by: string } }
  | { type: 'provider.changed'; data: ProviderFact & { baseUrl: string; hasKey: boolean } }
  | { type: 'provider.removed'; data: ProviderFact }
  | { type: 'record.broken'; data: { sessionId: string; seq: number; reason: string } }
  | { type: 'record.mended'; data: { sessionId: string } }

/** Of secrets it has the names that their owner gave, never what they are. */
type ChannelFact = Pick<StoredChannel, 'name' | 'enabled' | 'notices'> & { channelId: string; by: string }

/** `hash` is that of the text that was saved, or removed. */
type SkillFact = { skillId: string; hash: string; by: string }

/** Of a key it says that there is one. */
type ProviderFact = { provider: ProviderId; by: string }

type Unit = { tx: Tx; at: string }

/**
 * Adds a fact to the installation's own chain, if that is whole. Ask last in a transaction: every writer of it
 * waits here.
 */
export async function addInstallationFact(
  deps: Pick<Deps, 'signer'>,
  unit: Unit,
  fact: InstallationFact,
): Promise<void> {
  const { link, signature } = await nextInstallationLink(deps, unit, fact)
  const rows = new Rows()
  insertEvents(rows, [link])
  await rows.write(unit.tx)
  await saveInstallationHead(unit.tx, { seq: link.seq, head: link.hash, signature })
}

/** The link that a fact is going to be, and the signature of the head that it makes. Nobody else adds one meanwhile. */
export async function nextInstallationLink(
  deps: Pick<Deps, 'signer'>,
  unit: Unit,
  fact: InstallationFact,
): Promise<{ link: StoredEvent; signature: string }> {
  const chain = INSTALLATION_CHAIN
  const { seq, head: before, signature } = await lockInstallation(unit.tx)
  const fault = headFault(deps.signer, {
    chain,
    head: { seq, hash: before, signature },
    last: await lastLink(unit.tx, chain),
  })
  if (fault) throw new RecordBroken(chain, fault)
  const link = { chain, seq: seq + 1, type: fact.type, at: unit.at, payload: JSON.stringify(fact.data) }
  const head = { seq: link.seq, hash: linkHash(before, link) }
  return {
    link: { ...link, subject: null, hash: head.hash },
    signature: deps.signer.signHead(chain, head),
  }
}
