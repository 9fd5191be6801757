import type { ChannelSetup, StoredChannel } from '@/lib/domain/channels/channel'
import type { InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { ProviderId } from '@/lib/domain/contract/provider-operations'
import type { Hook } from '@/lib/domain/hooks/hook'
import type { Rule } from '@/lib/domain/policy/rule'
import type { ModelPatch } from '@/lib/domain/run/model-info'
import type { Schedule } from '@/lib/domain/schedules/schedule'
import type { ServerSettings } from '@/lib/domain/servers/server-input'
import { headFault, type LinkFault, linkHash } from '@/lib/record/chain'
import { inTransaction, type Tx } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import { databaseNow, type Sql } from '@/lib/store/connection/sql'
import { lockInstallation, saveInstallationHead } from '@/lib/store/installation/installation'
import { INSTALLATION_CHAIN, insertEvents, lastLink, type StoredEvent } from '@/lib/store/record/event'
import { insertRecordFault, recordFaultOf, removeRecordFault } from '@/lib/store/record/record-fault'
import type { Deps } from '../process/deps'

/** Facts that belong to no session, or outlive it. */
export type InstallationFact =
  | { type: 'session.created'; data: { sessionId: string } }
  | { type: 'session.deleted'; data: { sessionId: string; seq: number; head: string } }
  | { type: 'memory.added' | 'memory.changed' | 'memory.removed'; data: { memoryId: string; by: string } }
  | { type: 'skill.added' | 'skill.changed' | 'skill.removed'; data: SkillFact }
  | { type: 'model.changed'; data: ModelPatch & { modelId: string; by: string } }
  | { type: 'settings.changed'; data: Partial<InstallationSettings> & { by: string } }
  | { type: 'channel.added' | 'channel.changed'; data: ChannelFact & { setup: ChannelSetup } }
  | { type: 'channel.removed' | 'channel.tested'; data: ChannelFact }
  | { type: 'server.added' | 'server.changed'; data: ServerSettings & { serverId: string; by: string } }
  | { type: 'server.removed'; data: { serverId: string; name: string; by: string } }
  | { type: 'tool.pinned'; data: { tool: string; definitionHash: string; by: string } }
  | { type: 'provider.changed'; data: ProviderFact & { baseUrl: string; hasKey: boolean } }
  | { type: 'provider.removed'; data: ProviderFact }
  | { type: 'schedule.added' | 'schedule.changed'; data: { schedule: Schedule; by: string } }
  | { type: 'schedule.removed'; data: { scheduleId: string; by: string } }
  | { type: 'hook.added' | 'hook.changed' | 'hook.removed'; data: { hook: Hook; by: string } }
  | { type: 'rule.added' | 'rule.changed' | 'rule.removed'; data: { rule: Rule; by: string } }
  | { type: 'person.added' | 'person.changed' | 'person.removed'; data: { person: Person; by: string } }
  | { type: 'person.signed_in'; data: { person: Person; issuer: string; subject: string } }
  | { type: 'token.added' | 'token.removed'; data: { tokenId: string; personId: string; by: string } }
  | { type: 'record.broken'; data: { sessionId: string; seq: number; reason: string } }
  | { type: 'record.mended'; data: { sessionId: string } }
  | { type: 'key.changed'; data: { publicKey: string; formerKey: string } }

/** Of secrets it has the names that their owner gave, never what they are. */
type ChannelFact = Pick<StoredChannel, 'name' | 'enabled' | 'notices'> & { channelId: string; by: string }

/** `hash` is that of the text that was saved, or removed. */
type SkillFact = { skillId: string; hash: string; by: string }

type ProviderFact = { provider: ProviderId; by: string }

/**
 * Adds a fact to the installation's own chain, if that is whole. Ask last in a transaction: every writer of it
 * waits here.
 */
export async function addInstallationFact(
  deps: Pick<Deps, 'signer'>,
  unit: { tx: Sql; at: string },
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
  unit: { tx: Sql; at: string },
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

/**
 * A chain is broken, and somebody was about to extend it, if that `stops` it. It is thrown, so that no verb can go on over it: the
 * transaction is rolled back, and whoever asked for it gets the refusal (see transact).
 */
export class RecordBroken extends Error {
  constructor(
    readonly chain: string,
    readonly fault: LinkFault,
    readonly stops = true,
  ) {
    super(fault.reason)
  }

  toRefusal(): Refusal {
    const { seq, reason, codedText } = this.fault
    const isSession = this.chain !== INSTALLATION_CHAIN
    const subject = isSession ? 'session' : 'installation'
    return refuse(
      'unavailable',
      { code: 'problem.recordBroken', params: { subject }, parts: [codedText] },
      {
        title: 'The record is broken',
        record: { seq, reason, ...(isSession ? { sessionId: this.chain } : {}) },
      },
    )
  }
}

type Reporting = Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>

/**
 * Keeps that a chain was found broken, once, and says so in the installation's own chain. Where that one is broken
 * too it is left as it is.
 */
export async function reportBrokenRecord(
  deps: Reporting,
  { chain, fault, stops }: RecordBroken,
): Promise<void> {
  const broken = { chain, stops, ...fault }
  const data = { sessionId: chain, seq: fault.seq, reason: fault.reason }
  const isNew = await keepAndRecord(deps, {
    chain,
    keep: tx => insertRecordFault(tx, broken),
    fact: { type: 'record.broken', data },
  }).catch(async error => {
    if (!(error instanceof RecordBroken)) throw error
    await reportBrokenRecord(deps, error)
    return insertRecordFault(deps.db, broken)
  })
  if (!isNew) return
  deps.log('error', 'The record is broken', { chain, ...fault })
  if (chain !== INSTALLATION_CHAIN) deps.bus.publish({ kind: 'events', sessionId: chain })
}

/** A chain verifies again, as after a copy of the database was put back: if it was known to be broken that is over. */
export async function reportMendedRecord(deps: Reporting, chain: string): Promise<void> {
  if (!(await recordFaultOf(deps.db, chain))) return
  const isOver = await keepAndRecord(deps, {
    chain,
    keep: tx => removeRecordFault(tx, chain),
    fact: { type: 'record.mended', data: { sessionId: chain } },
  }).catch(async error => {
    if (!(error instanceof RecordBroken)) throw error
    await reportBrokenRecord(deps, error)
    return false
  })
  if (!isOver) return
  deps.log('info', 'The record verifies again', { chain })
  if (chain !== INSTALLATION_CHAIN) deps.bus.publish({ kind: 'wake', sessionId: chain })
}

/** Nothing is told in the installation's chain of that chain itself. False where nothing was to be kept. */
function keepAndRecord(
  deps: Reporting,
  { chain, keep, fact }: { chain: string; keep: (tx: Tx) => Promise<boolean>; fact: InstallationFact },
): Promise<boolean> {
  return inTransaction(
    deps.db,
    async tx => {
      const isChanged = await keep(tx)
      if (!isChanged || chain === INSTALLATION_CHAIN) return isChanged
      const at = await databaseNow(tx, deps.clock.offsetMs)
      await addInstallationFact(deps, { tx, at }, fact)
      return true
    },
    { isRefusal: () => false },
  )
}
