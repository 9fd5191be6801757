import type { AssistantMessage, ModelMessage, ResultMessage } from '@/lib/domain/call/solution'

export type Repair = { reason: string; excerpt: string }

/**
 * The pairing check; this is the only place for it. A provider wants exactly one result per call, directly after the
 * message with the calls and in their order. Results are recorded as they come, before the next message with calls; an
 * id that a model uses again later means another call. What does not pair is repaired here, in memory only, and
 * reported.
 */
export function pairResults(messages: ModelMessage[]): { messages: ModelMessage[]; repairs: Repair[] } {
  const repairs: Repair[] = []
  const paired = exchangesOf(messages).flatMap(exchange => inOrder(exchange, repairs))
  return { messages: paired, repairs }
}

/** A message with calls and everything up to the next one; the first exchange has no such message. */
type Exchange = { asking: AssistantMessage | null; following: ModelMessage[] }

function exchangesOf(messages: ModelMessage[]): Exchange[] {
  const exchanges: Exchange[] = [{ asking: null, following: [] }]
  for (const message of messages) {
    if (message.role === 'assistant' && message.calls.length > 0)
      exchanges.push({ asking: message, following: [] })
    else exchanges.at(-1)?.following.push(message)
  }
  return exchanges
}

function inOrder({ asking, following }: Exchange, repairs: Repair[]): ModelMessage[] {
  const results = firstResults(following, repairs)
  const others = following.filter(message => message.role !== 'result')
  const paired = asking ? [asking, ...resultsFor(asking, results, repairs)] : []
  for (const orphan of results.values()) {
    repairs.push({ reason: 'A result belongs to no call and was left out.', excerpt: orphan.callId })
  }
  return [...paired, ...others]
}

function firstResults(messages: ModelMessage[], repairs: Repair[]): Map<string, ResultMessage> {
  const results = new Map<string, ResultMessage>()
  for (const message of messages) {
    if (message.role !== 'result') continue
    if (results.has(message.callId)) {
      repairs.push({ reason: 'A call has a second result, which was left out.', excerpt: message.callId })
    } else results.set(message.callId, message)
  }
  return results
}

/** Takes the results of a message's calls out of the map, and supplies missing ones. */
function resultsFor(
  message: AssistantMessage,
  results: Map<string, ResultMessage>,
  repairs: Repair[],
): ResultMessage[] {
  return message.calls.map(call => {
    const result = results.get(call.id)
    results.delete(call.id)
    if (result) return result
    repairs.push({ reason: 'A call had no result; the model was told so.', excerpt: call.id })
    const text = 'No result of this call was recorded. It may or may not have run.'
    return { role: 'result', callId: call.id, tool: call.tool, text, isError: true }
  })
}
