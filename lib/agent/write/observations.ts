import type { SettledCall } from '@/lib/domain/call/call'
import { decisionOf, invocationOf } from '@/lib/domain/call/call-state'
import { type HookPoint, type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import type { Event, Fact } from '@/lib/domain/session/event'
import { isObject } from '@/lib/text/json/json-value'
import { SEND_MESSAGE } from '@/lib/tools/channels/send-message'
import { askHooks, type HookDeps, type HookSession } from './ask-hooks'

type Observation = { point: HookPoint; runId?: string | undefined; payload: Record<string, unknown> }

/** Of a Result hooks are told the end. */
const RESULT_CHARS = 10_000

/** Tells hooks that only look on of what was committed; `record` keeps what they did. Nobody waits for it. */
export function tellObservers(
  deps: HookDeps,
  {
    facts,
    record,
    ...session
  }: HookSession & { facts: Fact[]; record: (runs: HookRun[]) => Promise<unknown> },
): void {
  for (const { point, runId, payload } of facts.flatMap(observationsOf)) {
    if (hooksAt(session.hooks, point, payload.tool).length === 0) continue
    deps.observers.tell(async () => {
      const { runs } = await askHooks(deps, { ...session, runId, point, payload })
      await record(runs)
    })
  }
}

/** Which points an Event is told at. */
function observationsOf(fact: Fact): Observation[] {
  const event = fact as Event
  switch (event.type) {
    case 'session.changed': {
      const { title, workspace } = event.data.session
      return event.seq === 1 ? [{ point: 'session_start', payload: { title, workspace } }] : []
    }
    case 'message.added': {
      const { id: messageId, kind, text, by, runId } = event.data.entry
      return kind === 'user'
        ? [{ point: 'message_received', runId, payload: { messageId, text, by: by?.name } }]
        : []
    }
    case 'request.ended': {
      const { runId, number, finishReason, usage } = event.data
      return [{ point: 'turn_end', runId, payload: { number, finishReason, usage } }]
    }
    case 'context.compacting': {
      const { runId, number, why } = event.data
      return [{ point: 'before_compaction', runId, payload: { number, why } }]
    }
    case 'context.compacted':
    case 'context.trimmed': {
      const { before, after } = event.data
      return [{ point: 'after_compaction', payload: { before, after } }]
    }
    case 'run.ended': {
      const { id: runId, stopReason, error } = event.data.run
      return [{ point: 'agent_end', runId, payload: { stopReason, error } }]
    }
    case 'call.ended':
      return event.data.call.state === 'settled' ? callObservations(event.data.call) : []
    default:
      return []
  }
}

function callObservations(call: SettledCall): Observation[] {
  const { tool, arguments: args } = invocationOf(call)
  const { kind, text } = call.result
  const { kind: decided, by, reason } = decisionOf(call) ?? {}
  const decision = decided && { kind: decided, by, reason }
  const payload = {
    callId: call.id,
    tool,
    arguments: args,
    kind,
    result: text.slice(-RESULT_CHARS),
    decision,
  }
  const isSent = tool === SEND_MESSAGE && kind === 'ok' && isObject(args)
  return [
    { point: 'tool_end', payload },
    ...(isSent
      ? [
          {
            point: 'message_sent' as const,
            payload: { callId: call.id, channel: args.channel, text: args.text },
          },
        ]
      : []),
  ]
}
