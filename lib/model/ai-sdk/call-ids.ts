import type { AssistantMessage, ModelMessage } from '@/lib/domain/solution'
import type { Wire } from './wire'

/**
 * The history with ids that the provider takes. Its own stay as they are; one from elsewhere that it would
 * refuse, or that was there before, gets another by its place: the same history always has the same ids.
 */
export function withCallIds(messages: ModelMessage[], wire: Wire): ModelMessage[] {
  const given = messages.flatMap(message => (message.role === 'assistant' ? message.calls : []))
  const taken = new Set(given.map(({ id }) => id))
  const seen = new Set<string>()
  let names = new Map<string, string>()
  let place = 0
  const nameOf = (id: string): string => names.get(id) ?? id
  return messages.map(message => {
    if (message.role === 'user') return message
    if (message.role === 'result') return { ...message, callId: nameOf(message.callId) }
    names = new Map()
    for (const { id } of message.calls) {
      const fits = isOwn(message, wire) || (wire.callId.test(id) && !seen.has(id))
      if (!fits) names.set(id, free(place, taken))
      seen.add(id)
      place += 1
    }
    return { ...message, calls: message.calls.map(call => ({ ...call, id: nameOf(call.id) })) }
  })
}

const isOwn = ({ verbatim }: AssistantMessage, { provider }: Wire): boolean => verbatim?.provider === provider

function free(place: number, taken: Set<string>): string {
  let id = `call_${place}`
  while (taken.has(id)) id += '_'
  taken.add(id)
  return id
}
