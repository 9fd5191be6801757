import { isDeepStrictEqual } from 'node:util'
import type { FileSeen } from './folder'
import { type ChainHead, type ChainRow, chainFault } from './record-chain'
import { argumentsOf, type Scenario } from './scenario'
import { callsIn, type SeenCall, type SeenEntry, type SeenEvent, type SeenRun } from './seen'

/** A request of the person that was answered with 2xx. */
export type Acknowledged =
  | { kind: 'message'; text: string }
  | { kind: 'decision'; callId: string; decision: string; digest: string; argumentsText?: string }

/** The state of things when the server was dead: the last event stored, and what had been acknowledged. */
export type Crash = { seq: number; acknowledged: number; files: Record<string, FileSeen> }

/** All that could be seen of a trial from outside, after it. */
export type Evidence = {
  scenario: Scenario
  sessionId: string
  /** As the person's own stream saw it, through the crash; and read anew, from the first and from the middle. */
  live: SeenEvent[]
  replay: SeenEvent[]
  resumed: SeenEvent[]
  transcript: SeenEntry[]
  calls: SeenCall[]
  runs: SeenRun[]
  /** Sessions that carry the trial's key. */
  sessions: number
  acknowledged: Acknowledged[]
  crashes: Crash[]
  files: Record<string, FileSeen>
  chain: { rows: ChainRow[]; head: ChainHead }
  orphans: string[]
  /** What went wrong while watching: answers that nobody expected, a restart that took too long. */
  surprises: string[]
}

/** The invariants of a crash, each broken one in words; empty where all of them hold. */
export const judgeTrial = (evidence: Evidence): string[] =>
  [
    ...onceOnly(evidence),
    ...decidedFirst(evidence),
    ...nothingLost(evidence),
    ...allSettled(evidence),
    ...asApproved(evidence),
    ...asReported(evidence),
    ...recorded(evidence),
    ...replayed(evidence),
    ...leftClean(evidence),
    ...asked(evidence),
    ...evidence.surprises,
  ].filter((text, index, all) => all.indexOf(text) === index)

const of = (events: SeenEvent[], type: string, callId?: string): SeenEvent[] =>
  events.filter(event => event.type === type && (callId === undefined || event.data.call?.id === callId))

const label = (call: SeenCall): string => `${argumentsOf(call).path} (call ${call.index})`

const mayRepeat = (call: SeenCall): boolean => Boolean(call.readOnly || call.idempotent)

/** F1: no write happens twice, unless a person chose so; told by its starts and by the file itself. */
function* onceOnly({ scenario, replay, calls, crashes, files }: Evidence): Generator<string> {
  for (const call of calls) {
    const starts = of(replay, 'call.started', call.id)
    const retries = of(replay, 'call.decided', call.id).filter(event => event.data.kind === 'retry').length
    const attempts = starts.map(event => event.data.call?.attempt ?? 0)
    if (attempts.some((attempt, index) => attempt !== index + 1))
      yield `F1 ${label(call)} was started as attempts ${attempts.join(', ')}`
    if (!mayRepeat(call) && starts.length > 1 + retries)
      yield `F1 ${label(call)} was started ${starts.length} times, with ${retries} retries by a person`
    const { path } = argumentsOf(call)
    const content = scenario.written[path]
    for (const crash of crashes) {
      const then = crash.files[path]
      const now = files[path]
      if (content === undefined || retries > 0 || then?.content !== content) continue
      if (now?.inode !== then.inode || now.writtenAt !== then.writtenAt)
        yield `F1 ${label(call)} was written before the crash and again after it`
    }
  }
}

/** F2: nothing starts without a Decision stored before it, nor has an effect without a stored start. */
export function* decidedFirst({ replay, calls, crashes }: Evidence): Generator<string> {
  for (const call of calls) {
    for (const start of of(replay, 'call.started', call.id)) {
      const decided = of(replay, 'call.decided', call.id).findLast(event => event.seq < start.seq)
      if (!decided || !['approve', 'edit', 'replace', 'retry'].includes(decided.data.kind ?? ''))
        yield `F2 ${label(call)} started at ${start.seq} after ${decided?.data.kind ?? 'no decision'}`
    }
    const { path } = argumentsOf(call)
    for (const crash of crashes) {
      const begun = of(replay, 'call.started', call.id).some(event => event.seq <= crash.seq)
      if (!mayRepeat(call) && crash.files[path] && !begun)
        yield `F2 ${path} was there at the crash, and no stored start says so`
    }
  }
}

/** F3: what was acknowledged is stored, once, and was so when the server died. */
function* nothingLost(evidence: Evidence): Generator<string> {
  const { replay, acknowledged, transcript, calls, crashes, sessions } = evidence
  if (sessions !== 1) yield `F3 ${sessions} sessions carry the key of the trial`
  for (const [index, fact] of acknowledged.entries()) {
    const name = fact.kind === 'message' ? 'the message' : `the decision ${fact.decision} of ${fact.callId}`
    const before = acknowledged.slice(0, index).filter(other => isSame(other, fact)).length
    const times = acknowledged.filter(other => isSame(other, fact)).length
    const stored = replay.filter(event => isRecordOf(event, fact))
    if (stored.length !== times)
      yield `F3 ${name} was acknowledged ${times}× and is recorded ${stored.length}×`
    for (const crash of crashes)
      if (index < crash.acknowledged && (stored[before]?.seq ?? Infinity) > crash.seq)
        yield `F3 ${name} was acknowledged before the crash and not stored at it`
    if (fact.kind === 'message' && transcript.filter(entry => entry.text === fact.text).length !== 1)
      yield 'F3 the message is not once in the transcript'
    const call = fact.kind === 'decision' && calls.find(({ id }) => id === fact.callId)
    if (
      fact.kind === 'decision' &&
      call &&
      call.decisions.filter(one => isRuling(one, fact)).length !== times
    )
      yield `F3 ${label(call)} does not keep the decision ${fact.decision} ${times}×`
  }
}

type Ruling = Extract<Acknowledged, { kind: 'decision' }>

const isSame = (a: Acknowledged, b: Acknowledged): boolean =>
  a.kind === 'message' || b.kind === 'message'
    ? a.kind === b.kind
    : a.callId === b.callId && a.decision === b.decision && a.digest === b.digest

function isRecordOf({ type, data }: SeenEvent, fact: Acknowledged): boolean {
  if (fact.kind === 'message')
    return type === 'message.added' && data.entry?.kind === 'user' && data.entry.text === fact.text
  const last = data.call?.decisions.at(-1)
  return (
    type === 'call.decided' && data.call?.id === fact.callId && last !== undefined && isRuling(last, fact)
  )
}

const isRuling = ({ kind, by, digest }: SeenCall['decisions'][number], fact: Ruling): boolean =>
  by.type === 'person' && kind === fact.decision && digest === fact.digest

/** F4: each proposed Call ends once, with one result in the transcript, before the model is asked again. */
function* allSettled({ replay, calls, transcript, runs }: Evidence): Generator<string> {
  const proposed = of(replay, 'call.proposed').flatMap(event => event.data.call ?? [])
  if (proposed.length !== calls.length)
    yield `F4 ${proposed.length} calls were proposed, ${calls.length} are known`
  for (const call of calls) {
    const ends = of(replay, 'call.ended', call.id)
    const results = transcript.filter(entry => entry.kind === 'result' && entry.callId === call.id)
    if (call.state !== 'settled') yield `F4 ${label(call)} is still ${call.state}`
    if (ends.length !== 1) yield `F4 ${label(call)} ended ${ends.length} times`
    if (results.length !== 1) yield `F4 ${label(call)} has ${results.length} results in the transcript`
    const next = of(replay, 'request.started').find(event => event.seq > (seqOfProposal(replay, call) ?? 0))
    if (next && !ends.some(event => event.seq < next.seq))
      yield `F4 the model was asked before ${label(call)} ended`
  }
  for (const run of runs) {
    const ends = of(replay, 'run.ended').filter(event => event.data.run?.id === run.id)
    if (ends.length !== 1) yield `F4 run ${run.id} ended ${ends.length} times`
    if (run.status !== 'ended' || run.stopReason !== 'final_text')
      yield `F4 run ${run.id} is ${run.status}, with ${run.stopReason ?? 'no reason'}`
  }
  if (runs.length !== 1) yield `F4 one message made ${runs.length} runs`
}

const seqOfProposal = (events: SeenEvent[], call: SeenCall): number | undefined =>
  of(events, 'call.proposed', call.id)[0]?.seq

/** F5: what starts is what was decided, to the byte and by digest. */
function* asApproved({ replay, acknowledged, calls }: Evidence): Generator<string> {
  for (const call of calls) {
    const edit = acknowledged.find(
      fact => fact.kind === 'decision' && fact.callId === call.id && fact.argumentsText,
    )
    const expected = (edit?.kind === 'decision' && edit.argumentsText) || call.proposed.argumentsText
    for (const { data } of of(replay, 'call.started', call.id)) {
      const started = data.call
      const holds = started?.decisions.findLast(decision => decision.void === undefined)
      if (started?.effective?.argumentsText !== expected) yield `F5 ${label(call)} ran with other arguments`
      if (!holds || (holds.effectiveDigest ?? holds.digest) !== started?.digest)
        yield `F5 ${label(call)} ran under another digest than was decided`
    }
  }
}

/** F6: a result says what is so in the workspace. */
function* asReported({ scenario, calls, files }: Evidence): Generator<string> {
  for (const call of calls) {
    const { path } = argumentsOf(call)
    const expected = scenario.written[path] ?? scenario.before[path]
    const kind = call.result?.kind ?? 'none'
    const right = expected === undefined ? ['denied'] : ['ok', ...(mayRepeat(call) ? [] : ['answered'])]
    if (!right.includes(kind)) yield `F6 ${label(call)} has the result ${kind}`
    if (files[path]?.content !== expected) yield `F6 ${path} holds ${JSON.stringify(files[path]?.content)}`
  }
}

/** F7: the chain holds, and the events tell the same transcript as the rows. */
export function* recorded({ sessionId, chain, replay, transcript }: Evidence): Generator<string> {
  const fault = chainFault(sessionId, chain.rows, chain.head)
  if (fault) yield `F7 the chain is broken: ${fault}`
  if (chain.rows.length !== replay.length)
    yield `F7 the record holds ${chain.rows.length} events, the stream told ${replay.length}`
  const entries = new Map<string, SeenEntry>()
  for (const { type, data } of replay)
    if (type.startsWith('message.') && data.entry) entries.set(data.entry.id, data.entry)
  if (!isDeepStrictEqual([...entries.values()], transcript))
    yield 'F7 the events tell another transcript than the server'
}

/** F8: whoever was connected all the time saw what one sees who comes later. */
export function* replayed({ live, replay, resumed }: Evidence): Generator<string> {
  for (const [index, event] of replay.entries())
    if (event.seq !== index + 1) {
      yield `F8 event ${index + 1} is missing in the replay`
      break
    }
  if (!isDeepStrictEqual(told(live), told(replay)))
    yield 'F8 the stream through the crash told something else than the replay'
  const from = resumed[0]?.seq ?? 1
  if (!isDeepStrictEqual(told(resumed), told(replay.slice(from - 1))))
    yield 'F8 a stream from the middle tells something else'
}

/** What events say, in whatever order they say it. */
const told = (events: SeenEvent[]): unknown[] =>
  events.map(({ seq, type, text }) => ({ seq, type, data: JSON.parse(text) }))

/** F10: no process and no file is left behind, and no file is torn. */
function* leftClean({ scenario, files, crashes, orphans }: Evidence): Generator<string> {
  for (const orphan of orphans) yield `F10 the process ${orphan} outlived its server`
  const known = { ...scenario.before, ...scenario.written }
  for (const path of Object.keys(files)) if (!(path in known)) yield `F10 ${path} was left behind`
  for (const crash of crashes)
    for (const [path, { content }] of Object.entries(crash.files))
      if (path in known && content !== known[path]) yield `F10 ${path} was half written at the crash`
}

/** F12: a write that may have happened when the server died is a question to a person. */
function* asked({ replay, calls, crashes }: Evidence): Generator<string> {
  for (const crash of crashes) {
    const stored = replay.filter(event => event.seq <= crash.seq)
    for (const call of callsIn(stored)) {
      if (call.state !== 'executing' || mayRepeat(call)) continue
      const question = of(replay, 'call.waiting', call.id).find(event => event.seq > crash.seq)
      if (question?.data.call?.why !== 'outcome_unknown')
        yield `F12 ${label(call)} was executing at the crash and nobody was asked`
      const kept = calls.find(({ id }) => id === call.id)
      if (!kept?.decisions.some(({ kind }) => ['retry', 'mark_done', 'skip'].includes(kind)))
        yield `F12 nobody ruled about ${label(call)}`
    }
  }
}
