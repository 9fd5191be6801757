import { expect } from 'vitest'
import { checkChain } from '@/lib/agent/export/verify-record'
import type { Event } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { applyEvent, completeView, type SessionView, TRANSCRIPT_TAIL } from '@/lib/domain/session/view'
import { createSigner } from '@/lib/record/signer'
import { type Database, inSnapshot, type Tx } from '@/lib/store/connection/database'
import { eventsAfter } from '@/lib/store/record/event'
import { readView } from '@/lib/store/session/view'
import { holds, LETS_RUN } from './check-effects'
import { allSentMessages } from './sent-messages'
import { AUDIT_KEY } from './world'

type Told = { events: Event[]; view: SessionView }

/** What is true of every story at every moment, however it went; read in one snapshot. */
export async function checkStory(db: Database, sessionId: string): Promise<void> {
  await inSnapshot(db, async tx => {
    const view = await readView(tx, sessionId)
    if (!view) return
    const told = await eventsAfter(tx, sessionId, { after: 0, limit: 100_000 })
    const events = told.filter(isKnownEvent)
    expect(events).toHaveLength(told.length)
    await holds('I17', () => foldsToTheView({ events, view }))
    await holds('I2', () => endsEachRunOnce({ events, view }))
    await holds('I1', () => givesEachCallOneResult({ events, view }))
    await holds('I3', () => startsNothingUndecided({ events, view }))
    await holds('I1', () => asksWithPairedResults(tx, sessionId))
    await holds('I18', async () => expect(await brokenAt(tx, sessionId)).toBeNull())
  })
}

/** The view made of nothing but the events: I17. */
function folded(events: Event[]): SessionView {
  const [first] = events
  if (first?.type !== 'session.changed') throw new Error('A session begins with what it was made as.')
  const parts = { session: first.data.session, seq: 0, transcript: [], openSets: [], queue: [] }
  return events.reduce(applyEvent, completeView({ ...parts, plan: EMPTY_PLAN, state: {}, stateRevision: 0 }))
}

function foldsToTheView({ events, view }: Told): void {
  const fold = folded(events)
  const tail = { ...fold, transcript: fold.transcript.slice(-TRANSCRIPT_TAIL) }
  expect(JSON.parse(inOrder(tail))).toEqual(JSON.parse(inOrder(view)))
}

/** As JSON with its keys in order: rows and events bring them in different ones. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** I2. */
function endsEachRunOnce({ events, view }: Told): void {
  const ended = events.flatMap(event => (event.type === 'run.ended' ? [event.data.run.id] : []))
  expect(ended).toEqual([...new Set(ended)])
  const queued = events.flatMap(event => (event.type === 'run.queued' ? [event.data.run.id] : []))
  const open = queued.filter(id => !ended.includes(id))
  if (view.activeRun) expect(open).toContain(view.activeRun.id)
  else expect(open).toEqual([])
}

/** I1, as far as rows tell it: a settled Call has one Result and one entry that says it. */
function givesEachCallOneResult({ events, view }: Told): void {
  const proposed = events.flatMap(event => (event.type === 'call.proposed' ? [event.data.call.id] : []))
  const ended = events.flatMap(event => (event.type === 'call.ended' ? [event.data.call.id] : []))
  const entries = events.flatMap(event =>
    event.type === 'message.added' && event.data.entry.kind === 'result' ? [event.data.entry.callId] : [],
  )
  expect(ended).toEqual([...new Set(ended)])
  expect([...entries].sort()).toEqual([...ended].sort())
  const open = view.openSets.flatMap(set => set.calls).filter(call => call.state !== 'settled')
  expect([...ended, ...open.map(call => call.id)].sort()).toEqual([...proposed].sort())
}

/** I3 and I8: before each start a Decision that lets it run, one for each unless the Tool is idempotent. */
function startsNothingUndecided({ events }: Told): void {
  const decided = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'call.decided' && LETS_RUN.includes(event.data.kind)) {
      decided.set(event.data.call.id, (decided.get(event.data.call.id) ?? 0) + 1)
    }
    if (event.type !== 'call.started') continue
    const { id, attempt, idempotent, decisions } = event.data.call
    const count = decided.get(id) ?? 0
    expect(count).toBeGreaterThan(0)
    expect(decisions.some(one => LETS_RUN.includes(one.kind) && one.void === undefined)).toBe(true)
    if (!idempotent) expect(attempt).toBeLessThanOrEqual(count)
  }
}

/** I1, as the model saw it: after a message with calls exactly their results, in order, none made up. */
async function asksWithPairedResults(tx: Tx, sessionId: string): Promise<void> {
  for (const messages of await allSentMessages(tx, sessionId)) {
    for (const [index, message] of messages.entries()) {
      if (message.role !== 'assistant') continue
      const after = messages.slice(index + 1, index + 1 + message.calls.length)
      const paired = after.map(one => one.role === 'result' && one.callId)
      expect(paired).toEqual(message.calls.map(call => call.id))
    }
    expect(JSON.stringify(messages)).not.toContain('No result of this call was recorded')
  }
}

/** Where the chain of a session breaks, in words; null where it verifies to its signed head: I18. */
export async function brokenAt(tx: Tx, sessionId: string): Promise<string | null> {
  const checked = await checkChain({ signer: createSigner(AUDIT_KEY) }, tx, sessionId)
  if (!checked) return 'The session is gone.'
  return checked.fault && `${checked.fault.seq}: ${checked.fault.reason}`
}
