import type { CallSet, ExecutingCall, WaitingCall } from '@/lib/domain/call/call'
import { ELICITATION_MS, elicitTool } from '@/lib/domain/call/elicitation'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { later } from '@/lib/domain/instant'
import { controlReason } from '@/lib/domain/policy/reason'
import { setHead } from '@/lib/domain/run/run-changes'
import { findCall, invocation } from '@/lib/store/call/call'
import { isUnreachable } from '@/lib/store/connection/unreachable'
import { isObject, storable } from '@/lib/text/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import {
  type ElicitAnswer,
  type PerformContext,
  previewSummary,
  type Question,
} from '@/lib/tools/define-tool'
import type { Deps } from '../process/deps'
import { patiently } from '../process/unavailable'
import { untilDone } from '../process/until-done'
import { mask } from '../write/mask'
import { type Write, writeSession } from '../write/write'
import { digestOf } from './assess'
import type { PerformTask } from './begin-calls'
import { withdrawQuestions } from './settle'

type Asking = { deps: Deps; task: Pick<PerformTask, 'call' | 'session'>; ends: AbortSignal }

const CANCEL: ElicitAnswer = { action: 'cancel' }

/**
 * How the Activity of a Call asks people: one question after the other, each a waiting Call in a set of its own. The
 * rows say how it was decided, whoever did that and in whatever process; only the Activity waits here, and it runs
 * anyway. If it dies its questions are withdrawn by whoever takes over the session. `signal`: the end of the Activity;
 * `standsStill` stops its clock meanwhile.
 */
export function elicitFor(
  { deps, task }: Omit<Asking, 'ends'>,
  { signal, standsStill }: { signal: AbortSignal; standsStill: <T>(wait: () => Promise<T>) => Promise<T> },
): PerformContext['elicit'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question, until) => {
    const ends = AbortSignal.any([signal, until])
    const before = last
    const answer = standsStill(() => before.then(() => ask({ deps, task, ends }, question)))
    last = answer.catch(() => undefined)
    return answer
  }
}

async function ask(asking: Asking, question: Question): Promise<ElicitAnswer> {
  const { deps, task, ends } = asking
  if (ends.aborted) return CANCEL
  const sessionId = task.session.id
  const schema = plainSchema(question.schema)
  if (!schema) return { action: 'decline' }
  const { value } = await mask(deps, { sessionId }, { ...question, schema })
  const content = storable(value)
  const id = deps.newId()
  const stored = await patiently(() =>
    writeSession(deps, { sessionId }, write => storeQuestion(asking, write, { id, question: content })),
  )
  if (stored instanceof Refusal) return CANCEL
  const wait = { timeoutMs: Number.POSITIVE_INFINITY, signal: ends }
  // Null where the question is still open when nobody listens any more. While the rows cannot be read, it is.
  const answer = await untilDone<ElicitAnswer | null>(deps, wait, async () => {
    const call = await findCall(deps.sql, id).catch(error => {
      if (isUnreachable(error)) return undefined
      throw error
    })
    if (call === null) return { value: CANCEL, awaited: null }
    if (call?.state !== 'settled') return { value: null, awaited: sessionId }
    const { kind, value } = call.result
    if (kind === 'answered' && isObject(value))
      return { value: { action: 'accept', content: value }, awaited: null }
    return { value: kind === 'denied' ? { action: 'decline' } : CANCEL, awaited: null }
  })
  if (answer) return answer
  // Nobody listens any more. Where this cannot be stored, the question ends with the Call that it is asked for.
  await writeSession(deps, { sessionId }, async write => {
    const open = write.work.elicitations.filter(call => call.id === id)
    if (open.length === 0 || write.row.leaseEpoch !== task.call.epoch)
      return refuse('session_busy', 'The question is not open here.')
    write.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId }))
    return withdrawQuestions(write, open)
  }).catch(error => {
    deps.log('warn', 'A question could not be withdrawn', { sessionId, error: String(error) })
  })
  return CANCEL
}

/** What a server asks is stored under the lease of the Call that runs there, once. Its loop looks: the Run's clock stops. */
async function storeQuestion(
  { deps, task }: Asking,
  write: Write,
  { id, question }: { id: string; question: Question },
): Promise<null | Refusal> {
  const open = write.work.elicitations.filter(({ parentCallId }) => parentCallId === task.call.id)
  if (open.some(call => call.id === id)) return null
  const { call: parent } = write.work.findCall(task.call.id)
  if (write.row.leaseEpoch !== task.call.epoch || parent?.state !== 'executing')
    return refuse('session_busy', 'The lease was lost.')
  // One question at a time: another one is of an execution that has lapsed.
  await withdrawQuestions(write, open)
  const setId = deps.newId()
  const call = questionCall(write, { id, setId, question, parent })
  const set: CallSet = {
    id: setId,
    sessionId: write.row.id,
    origin: 'elicitation',
    size: 1,
    createdAt: write.now,
    calls: [call],
  }
  write.work.addSet(set)
  write.emit('call.proposed', { call, set: setHead(set) })
  write.emit('call.waiting', { call })
  write.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId: write.row.id }))
  return null
}

function questionCall(
  write: Write,
  { id, setId, question, parent }: { id: string; setId: string; question: Question; parent: ExecutingCall },
): WaitingCall {
  const { server, message, schema } = question
  const tool = elicitTool(server)
  const args = { tool: parent.effective.tool, message, requestedSchema: schema }
  const argumentsText = JSON.stringify(args)
  const params = { server: oneLine(server), tool: args.tool, message: oneLine(message) }
  const definitionHash = ''
  return {
    id,
    setId,
    sessionId: write.row.id,
    index: 0,
    providerCallId: id,
    parentCallId: parent.id,
    tool,
    source: `mcp:${server}`,
    dialect: 'native',
    method: 'explicit',
    readOnly: false,
    idempotent: false,
    definitionHash,
    reason: controlReason('question'),
    schema,
    risk: { level: 'low', reasons: [] },
    proposed: invocation(tool, argumentsText),
    preview: { kind: 'mcp', ...previewSummary({ code: 'mcp.asks', params }), preconditions: [] },
    digest: digestOf({ id: tool, definitionHash }, write.row, { argumentsText, preview: undefined }),
    decisions: [],
    attempt: 0,
    state: 'waiting',
    why: 'policy',
    since: write.now,
    expiresAt: later(write.now, ELICITATION_MS),
  }
}

const LARGEST_SCHEMA = 65_536
const DEEPEST_SCHEMA = 8
/** What of a schema is checked as fast as it is read: no patterns, no references, nothing to be compared pairwise. */
const PLAIN_WORDS = new Set([
  'type',
  'title',
  'description',
  'default',
  'enum',
  'enumNames',
  'const',
  'format',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
])

/** What a server asks for, as far as answers are checked by it here; `null` where that is too much to be asked. */
export const plainSchema = (schema: JsonSchema): JsonSchema | null =>
  JSON.stringify(schema).length > LARGEST_SCHEMA ? null : plain(schema, DEEPEST_SCHEMA)

function plain(schema: unknown, depth: number): JsonSchema {
  if (!isObject(schema) || depth === 0) return {}
  const within = (inner: unknown): JsonSchema => plain(inner, depth - 1)
  const members = Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
    if (PLAIN_WORDS.has(word)) return [[word, value]]
    if (word === 'items') return [[word, within(value)]]
    if ((word === 'oneOf' || word === 'anyOf') && Array.isArray(value)) return [[word, value.map(within)]]
    if (word !== 'properties' || !isObject(value)) return []
    return [[word, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner)]))]]
  })
  return Object.fromEntries(members)
}
