import type { Call, CallSetHead } from '@/lib/domain/call/call'
import { isByPerson, isExecuting, isOpen } from '@/lib/domain/call/call-state'
import { isElicitation } from '@/lib/domain/call/elicitation'
import type { AssistantMessage, ModelMessage } from '@/lib/domain/call/solution'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { SessionExport } from '@/lib/domain/contract/session-operations'
import { handlesIn } from '@/lib/domain/policy/secret-handle'
import { DEFAULT_LIMITS } from '@/lib/domain/run/limits'
import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { EVENTS, type Event, type EventType, isEventType } from '@/lib/domain/session/event'
import { eventInFork, ForkPoint } from '@/lib/domain/session/fork'
import { resultMessage } from '@/lib/prompt/result-message'
import { sha256 } from '@/lib/record/digest'
import { verifyExport } from '@/lib/record/verify-export'
import { insertSet } from '@/lib/store/call/call'
import { insertDecisions } from '@/lib/store/call/decision'
import { Rows } from '@/lib/store/connection/rows'
import type { Sql } from '@/lib/store/connection/sql'
import { stored } from '@/lib/store/connection/stored'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { readSettings } from '@/lib/store/installation/setting'
import { numberSecrets } from '@/lib/store/policy/secret'
import { eventData } from '@/lib/store/record/event-contents'
import { insertRun } from '@/lib/store/run/run'
import { insertEntry } from '@/lib/store/session/entry'
import { saveForkHead } from '@/lib/store/session/fork'
import { insertPlan } from '@/lib/store/session/plan'
import { insertSession, type SessionRow, saveSessionSettings, toSession } from '@/lib/store/session/session'
import { insertState } from '@/lib/store/session/state'
import { canonicalJson } from '@/lib/text/json/json-text'
import { isObject, jsonIn, objectIn, storable } from '@/lib/text/json/json-value'
import type { Deps } from '../../process/deps'
import { defaultModel } from '../../request/known-models'
import { copyRecord } from '../../write/copy-record'
import { mask } from '../../write/mask'
import { freshSession, withSettings } from '../session-settings'
import { type Copy, makeCopy, runAnew } from './fork-session'

/**
 * A new session from the file of another one. Rows, and what the model is told, are made of its record alone, which anybody
 * may have signed: no decision in it is one of people here, and nothing of it is permitted.
 */
export async function importSession(deps: Deps, file: SessionExport, once?: OnceKey) {
  const facts = await readEvents(deps.sql, file)
  if (facts instanceof Refusal) return facts
  return makeCopy(deps, once, async ({ tx, at: now }): Promise<Copy> => {
    const { sessionDefaults: defaults } = await readSettings(tx)
    const model = await defaultModel(deps, tx)
    const { chain: sessionId, head: end, publicKey } = file
    const parent = { sessionId, seq: end.seq, imported: { head: end.hash, publicKey } }
    let row: SessionRow = { ...freshSession(deps, { model, now, defaults }), parent }
    const { id } = row
    await insertSession(tx, row)
    // The handles in the file come to mean no secret that is found here.
    const length = Math.min(1_000, Math.max(0, ...handlesIn(JSON.stringify(facts))))
    const handles = Array.from({ length }, (_, n) => ({ hash: `${n}`, kind: 'known' as const, rule: '' }))
    await numberSecrets(tx, id, handles)
    const { value } = await mask(deps, { sessionId: id, tx }, facts)
    const copies = unverified(storable(value)).map(event => eventInFork(id, event))
    // The first one is not copied: it says what the session was made as, and of what.
    const [first] = copies
    if (first?.type === 'session.changed') first.data = { session: { ...first.data.session, parent } }
    const point = new ForkPoint(toSession(row, { state: 'idle', pendingCalls: 0 }))
    const read = async (after: number) => copies.slice(after, after + 100)
    const head = await copyRecord(tx, { to: id, point, read })
    const { title, persona = null, tools, model: named, workspace, usage } = point.view.session
    for (const patch of [{ title, persona }, { tools }, { model: named }, { workspace }]) {
      const set = await withSettings(deps, row, { patch, now })
      if (!(set instanceof Refusal)) row = set
    }
    const { seq, last, view } = point
    const signature = deps.signer.signHead(id, { seq, hash: head })
    row = { ...row, usage, meter: view.context, runs: last.run, requests: last.begun, seq, head, signature }
    for (const rows of rowsOf(copies, { row, active: view.activeRun })) await rows.write(tx)
    await saveForkHead(tx, row)
    return { row, point }
  })
}

const ALTERED = refuse('invalid_export', { code: 'problem.exportAltered' })

/** What a record tells, if its chain verifies, this version knows all of it, and the file shows the same. */
async function readEvents(sql: Sql, file: SessionExport): Promise<Event[] | Refusal> {
  const { chain, entries, sets } = file
  // A key that is none throws.
  const verdict = await verifyExport(chainLines(file)).catch(() => null)
  if (!verdict?.ok) return ALTERED
  const named = file.events.flatMap(({ contents }) => Object.entries(contents))
  const own = named.filter(([hash, text]) => sha256(text) === hash)
  const texts = new Map(own.map(([hash, text]) => [`${chain} ${hash}`, jsonIn(text, text)]))
  const records = file.events.map(({ payload, ...link }) => ({
    row: { ...link, chain, payload, subject: undefined, id: 0n, xid: 0n, place: 0 },
    payload: objectIn(payload),
  }))
  const dataOf = await eventData(sql, records, texts)
  const events: Event[] = []
  const parts = new Map<string, string>()
  for (const record of records) {
    const { type, seq, at } = record.row
    const data = isEventType(type) ? readData(type, dataOf.get(record)) : null
    if (!data || (seq === 1 && type !== 'session.changed'))
      return refuse('invalid_export', { code: 'problem.exportOther', params: { seq } })
    events.push({ type, sessionId: chain, seq, at, data } as Event)
    if ('call' in data) parts.set(data.call.id, partsOf(data.call))
    if ('entry' in data) parts.set(data.entry.id, partsOf(data.entry))
  }
  const items = [...entries, ...sets.flatMap(({ calls }) => calls)]
  const isSame = items.length === parts.size && items.every(one => parts.get(one.id) === partsOf(one))
  return isSame ? events : ALTERED
}

async function* chainLines({ chain, events, head, publicKey }: SessionExport): AsyncGenerator<string> {
  for (const event of events) yield JSON.stringify({ ...event, chain })
  yield JSON.stringify({ chain, head, publicKey })
}

/** Null where another version wrote it: something is missing, or there is more than this one knows. */
function readData(type: EventType, { copied: _, ...fields }: Record<string, unknown> = {}) {
  const { data } = EVENTS[type].safeParse(fields)
  const all = { ...fields, ...stored(EVENTS[type])(fields) }
  return data && canonicalJson(all) === canonicalJson(data) ? data : null
}

/** What people read of an entry or a Call. The text of a Result is that of its Call. */
const partsOf = ({ kind, text, reasoning, state, proposed, decisions, result }: Record<string, unknown>) =>
  canonicalJson([kind, kind === 'result' || text, reasoning, state, proposed, decisions, result])

/** Of whoever did something the name is told, as of nobody who is known here. */
const unverified = (events: Event[]) =>
  JSON.parse(JSON.stringify(events), function (this: object, key, by) {
    // The messages that a compaction left out are shown to the model again.
    if (key === 'compaction' && 'seq' in this) return undefined
    const isWho = key === 'by' && !('code' in this) && isObject(by) && typeof by.name === 'string'
    if (!isWho) return by
    return by.type ? { type: 'import', id: by.type, name: by.name || by.id } : { id: 'import', name: by.name }
  }) as Event[]

/** The rows that Events tell of, of each thing in a statement of its own: one has a largest number of values. */
function rowsOf(events: Event[], { row, active }: { row: SessionRow; active: Run | undefined }): Rows[] {
  const all: Rows[] = []
  const next = () => all[all.push(new Rows()) - 1] as Rows
  const [runs, sets] = [new Map<string, Run>(), new Map<string, CallSetHead>()]
  const calls = new Map<string, Call>()
  let reply: AssistantMessage | undefined
  saveSessionSettings(next(), row)
  for (const { type, data, seq, at } of events) {
    if ('run' in data) runs.set(data.run.id, data.run)
    else if ('call' in data) calls.set(data.call.id, data.call)
    if (type === 'call.proposed') {
      const { set, call } = data
      sets.set(set.id, set)
      if (set.origin === 'model') reply?.calls.push({ id: call.providerCallId, ...call.proposed })
    } else if (type === 'message.added') {
      const { entry } = data
      const message = messageOf(entry, calls.get(entry.callId ?? ''))
      if (message?.role === 'assistant') reply = message
      insertEntry(next(), row.id, { entry, message })
    } else if (type === 'plan.revised')
      insertPlan(next(), row.id, { ...data.plan, callId: data.callId, at, seq })
    else if (type === 'state.changed') insertState(next(), row.id, { ...data, callId: data.callId, at })
  }
  for (const run of runs.values()) {
    const anew = runAnew(run.endedAt ? run : { ...run, limits: row.limits })
    insertRun(next(), anew, run.id === active?.id ? 0 : run.number)
  }
  for (const set of sets.values()) {
    const own = [...calls.values()].filter(call => call.setId === set.id).map(unseen)
    const rows = next()
    insertSet(rows, { ...set, calls: own })
    const decided = own.map(({ id, decisions }) => decisions.map(decision => ({ callId: id, decision })))
    insertDecisions(rows, row.id, decided.flat())
  }
  return all
}

/** A Call that is going to wait is shown as it would be here: until then no digest is that of it. */
const unseen = (call: Call): Call =>
  isOpen(call) && !isExecuting(call)
    ? { ...call, preview: undefined, readOnly: false, digest: sha256(call.id) }
    : call

/** The model's side of an entry, in no provider's own words. */
function messageOf({ kind, text }: Entry, call: Call | undefined): ModelMessage | undefined {
  if (kind === 'user') return { role: 'user', text }
  if (kind === 'assistant') return { role: 'assistant', text, calls: [], failures: 0 }
  if (kind === 'correction') return { role: 'user', text, aside: true }
  const isAnswer = kind === 'result' && call && !isByPerson(call) && !isElicitation(call)
  if (isAnswer && call.state === 'settled') return resultMessage(call, call.result, DEFAULT_LIMITS)
  return undefined
}
