import { decisionOf, invocationOf } from '@/lib/domain/call/call-state'
import { type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import type { HookPoint } from '@/lib/domain/hooks/points'
import type { Event, Fact } from '@/lib/domain/session/event'
import { isObject } from '@/lib/text/json/json-value'
import { SEND_MESSAGE } from '@/lib/tools/channels/send-message'
import { askHooks, type HookDeps, type HookSession } from './ask-hooks'

type Subject = { runId?: string | undefined; callId?: string | undefined }
type Observation = [point: HookPoint, payload: Record<string, unknown> & Subject]

/** Of a Result hooks are told the end. */
const RESULT_CHARS = 10_000

/** Tells hooks that look on of what was committed; `record` keeps what they did. Nobody waits for it. */
export function tellObservers(
  deps: HookDeps,
  {
    facts,
    record,
    ...question
  }: HookSession & { facts: Fact[]; record: (runs: HookRun[], of: Subject) => Promise<unknown> },
): void {
  for (const [point, payload] of facts.flatMap(fact => observationsOf(fact as Event)))
    if (hooksAt(question.hooks, point, payload.tool).length > 0)
      deps.observers.tell(question.session?.id ?? '', async () =>
        record((await askHooks(deps, { ...question, point, payload })).runs, payload),
      )
}

/** Which points an Event is told at. */
function observationsOf({ type, seq, data }: Event): Observation[] {
  switch (type) {
    case 'session.changed':
      return seq === 1 ? [['session_start', pick(data.session, 'title', 'workspace')]] : []
    case 'message.added': {
      const { id: messageId, kind, text, by, runId, codedText } = data.entry
      if (kind === 'user') return [['message_received', { runId, messageId, text, by: by?.name }]]
      if (codedText?.code !== 'answer.notice') return []
      const [name] = String(codedText.params?.command).split(' ')
      return [['command', { name, text }]]
    }
    case 'request.ended':
      return [['turn_end', pick(data, 'runId', 'number', 'finishReason', 'usage')]]
    case 'context.compacting':
      return [['before_compaction', pick(data, 'runId', 'number', 'why')]]
    case 'context.compacted':
    case 'context.trimmed':
      return [['after_compaction', pick(data, 'before', 'after')]]
    case 'run.ended':
      return [['agent_end', { runId: data.run.id, ...pick(data.run, 'stopReason', 'error') }]]
    case 'call.ended': {
      const { call } = data
      if (call.state !== 'settled') return []
      const { tool, arguments: args } = invocationOf(call)
      const { kind, text } = call.result
      const decided = decisionOf(call)
      const decision = decided && pick(decided, 'kind', 'by', 'reason')
      const fields = {
        callId: call.id,
        tool,
        arguments: args,
        kind,
        result: text.slice(-RESULT_CHARS),
        decision,
      }
      const isSent = tool === SEND_MESSAGE && kind === 'ok' && isObject(args)
      const message = { callId: call.id, channel: isSent && args.channel, text: isSent && args.text }
      return [['tool_end', fields], ...(isSent ? [['message_sent', message] satisfies Observation] : [])]
    }
    default:
      return []
  }
}

const pick = <T extends object, K extends keyof T & string>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>
