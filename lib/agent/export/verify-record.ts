import type { Call } from '@/lib/domain/call/call'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { BrokenRecord, Verify } from '@/lib/domain/contract/record-operations'
import type { StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { ChainCheck, CONTENTS_CHARS, headFault, type LinkFault, namedContents } from '@/lib/record/chain'
import { findCalls } from '@/lib/store/call/call'
import { missingContents } from '@/lib/store/call/contents'
import { inSnapshot, type Tx } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { eventsAt, INSTALLATION_CHAIN, lastLink } from '@/lib/store/record/event'
import {
  changedContent,
  digestedLinks,
  type StoredHead,
  sessionHeads,
  storedHead,
  toldCalls,
  unaccountedSession,
} from '@/lib/store/record/record'
import { saveRecordCheck } from '@/lib/store/record/record-fault'
import { canonicalJson } from '@/lib/text/json/json-text'
import type { Deps } from '../process/deps'
import { RecordBroken, reportBrokenRecord, reportMendedRecord } from '../write/installation-chain'
import { inTurn } from './export-stream'

/** What a chain came to. `stops`: its end is broken, so that nothing is added to it. */
type CheckedChain = { head: StoredHead; check: ChainCheck; fault: LinkFault | null; stops: boolean }

/** How long the rows of one chain are held. */
const LONGEST_MS = 60 * 60_000

/** Verifies the record of one session; what is found of it is kept, and told in the installation's own record. */
export async function verifySession(deps: Deps, sessionId: string): Promise<Verify | Refusal> {
  const checked = await inTurn(() => checkAndKeep(deps, sessionId))
  if (!checked) return refuse('not_found', { code: 'problem.noSession' })
  const count = { checked: checked.check.checked, sessions: 1 }
  return verdict(deps, checked, { count, broken: brokenIn(checked) })
}

/**
 * Verifies the record of everything, one chain after the other, the installation's own first. Chains grow meanwhile:
 * each is looked at as it is when its turn comes.
 */
export async function verifyInstallation(deps: Deps): Promise<Verify | Refusal> {
  return inTurn(async () => {
    const own = await checkAndKeep(deps, INSTALLATION_CHAIN)
    if (!own) throw new Error('The installation row is missing.')
    const count = { checked: own.check.checked, sessions: 0 }
    let broken = brokenIn(own)
    for await (const { chain } of sessionHeads(deps.db)) {
      const checked = await checkAndKeep(deps, chain)
      if (!checked) continue
      count.checked += checked.check.checked
      count.sessions += 1
      broken ??= brokenIn(checked)
    }
    // What the record of the installation says of sessions and what there is of them must be the same.
    const other = broken ? null : await unaccountedSession(deps.db)
    if (other) {
      const code = other.isThere ? 'record.sessionUnknown' : 'record.sessionGone'
      broken = { sessionId: other.sessionId, ...faultAt(1, { code }) }
    }
    const verified = await verdict(deps, own, { count, broken })
    await saveRecordCheck(deps.db, { at: verified.checkedAt, ok: verified.ok })
    return verified
  })
}

async function checkAndKeep(deps: Deps, chain: string): Promise<CheckedChain | null> {
  const checked = await inSnapshot(deps.db, tx => checkChain(deps, tx, chain), { timeout: LONGEST_MS })
  if (!checked) return null
  const { fault, stops } = checked
  if (fault) await reportBrokenRecord(deps, new RecordBroken(chain, fault, stops))
  else await reportMendedRecord(deps, chain)
  return checked
}

/** Computes a chain anew, in a transaction that sees one moment; null where there is none. */
export async function checkChain(
  { signer }: Pick<Deps, 'signer'>,
  tx: Tx,
  chain: string,
): Promise<CheckedChain | null> {
  const head = await storedHead(tx, chain)
  if (!head) return null
  const check = await checkLinks(tx, chain, Number.POSITIVE_INFINITY)
  const fault = check.end(signer, head) ?? (chain === INSTALLATION_CHAIN ? null : await rowFault(tx, head))
  const stops = headFault(signer, { chain, head, last: await lastLink(tx, chain) }) !== null
  return { head, check, fault, stops }
}

async function checkLinks(tx: Tx, chain: string, last: number): Promise<ChainCheck> {
  const check = new ChainCheck(chain)
  for await (const page of digestedLinks(tx, chain, CONTENTS_CHARS)) {
    const links = page.filter(({ seq }) => seq <= last)
    const named = links.map(({ tail }) => namedContents(tail))
    const missing = new Set(await missingContents(tx, chain, named.flat()))
    for (const [at, link] of links.entries())
      check.add({ ...link, missing: named[at]?.find(hash => missing.has(hash)) })
    if (links.length < page.length) break
  }
  return check
}

/** The first link of a chain that is not as it was signed, while the chain may grow; null where each is. */
export async function brokenLink(
  { signer }: Pick<Deps, 'signer'>,
  tx: Tx,
  chain: string,
): Promise<LinkFault | null> {
  const head = await storedHead(tx, chain)
  return head && (await checkLinks(tx, chain, head.seq)).end(signer, head)
}

const brokenIn = ({ head, fault }: CheckedChain): BrokenRecord | undefined =>
  fault ? { sessionId: head.chain, ...fault } : undefined

async function verdict(
  { db, clock, signer }: Deps,
  { head, check }: CheckedChain,
  { count, broken }: { count: Pick<Verify, 'checked' | 'sessions'>; broken: BrokenRecord | undefined },
): Promise<Verify> {
  const { seq, hash, signature } = head
  return {
    ok: broken === undefined,
    ...count,
    head: { seq, hash, signature, at: check.at },
    publicKey: signer.publicKey,
    checkedAt: await databaseNow(db, clock.offsetMs),
    broken,
  }
}

/** Calls that are compared at a time: each may hold some MB. */
const AT_ONCE = 10

/**
 * The first row of a session that is not what its record says, where the record verifies: a content, or a Call that is not
 * as its last Event says. What people read is rows, which may change: the record proves something of them only if they are
 * the same. Null where they are.
 */
async function rowFault(tx: Tx, { chain: sessionId, seq: last }: StoredHead): Promise<LinkFault | null> {
  const changed = await changedContent(tx, sessionId)
  if (changed)
    return faultAt(changed.seq || last, { code: 'record.contentOther', params: { hash: changed.hash } })
  const all = await toldCalls(tx, sessionId)
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const page = all.slice(at, at + AT_ONCE)
    const seqs = page.flatMap(({ seq }) => seq ?? [])
    const events = new Map((await eventsAt(tx, sessionId, seqs)).map(event => [event.seq, event]))
    const ids = page.map(({ callId }) => callId)
    const calls = new Map((await findCalls(tx, ids)).map(call => [call.id, call]))
    for (const { callId, seq } of page) {
      const event = seq === null ? undefined : events.get(seq)
      const difference: CodedText | null = event
        ? differenceFrom(event, calls.get(callId))
        : { code: 'record.callUnknown' }
      if (difference)
        return faultAt(seq ?? 1, { ...difference, params: { ...difference.params, call: callId } })
    }
  }
  return null
}

const faultAt = (seq: number, codedText: CodedText): LinkFault => ({
  seq,
  reason: phrase(codedText),
  codedText,
})

/** Null where the Call is as the Event says, or a newer version wrote that. */
function differenceFrom(event: StreamEvent, call: Call | undefined): CodedText | null {
  if (!isKnownEvent(event)) return null
  if (!('call' in event.data) || event.data.call.id !== call?.id) return { code: 'record.callGone' }
  const [ofEvent, ofCall] = [partsOf(event.data.call), partsOf(call)]
  const part = Object.keys(ofEvent).find(name => ofEvent[name] !== ofCall[name])
  return part === undefined ? null : { code: 'record.callOther', params: { part } }
}

/** Each as the text of its JSON, where what is undefined is not there. */
function partsOf({ schema: _, ...call }: Call): Record<string, string> {
  const { effective } = call
  // An older version also kept how it had been written, which is of the proposal.
  const ran = effective && { tool: effective.tool, argumentsText: effective.argumentsText }
  const parts: object = JSON.parse(JSON.stringify({ ...call, effective: ran }))
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, canonicalJson(part)]))
}
