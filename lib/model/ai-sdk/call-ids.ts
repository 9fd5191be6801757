import type { AssistantMessage, ModelMessage } from '@/lib/domain/solution'
import type { Wire } from './wire'

/**
 * The history with ids that the provider takes. Its own stay as they are; one from elsewhere that it would
 * refuse gets another by its place, so that the same history always has the same ids.
 */
export function withCallIds(messages: ModelMessage[], wire: Wire): ModelMessage[] {
  const calls = messages.flatMap(message =>
    message.role === 'assistant' ? message.calls.map(({ id }) => ({ id, isOwn: isOwn(message, wire) })) : [],
  )
  const taken = new Set(calls.map(({ id }) => id))
  const renamed = new Map<string, string>()
  for (const [place, { id, isOwn }] of calls.entries()) {
    if (!isOwn && !wire.callId.test(id) && !renamed.has(id)) renamed.set(id, free(place, taken))
  }
  if (renamed.size === 0) return messages
  const nameOf = (id: string): string => renamed.get(id) ?? id
  return messages.map(message => withNames(message, nameOf))
}

const isOwn = ({ verbatim }: AssistantMessage, { provider }: Wire): boolean => verbatim?.provider === provider

function free(place: number, taken: Set<string>): string {
  let id = `call_${place}`
  while (taken.has(id)) id += '_'
  taken.add(id)
  return id
}

function withNames(message: ModelMessage, nameOf: (id: string) => string): ModelMessage {
  switch (message.role) {
    case 'user':
      return message
    case 'assistant':
      return { ...message, calls: message.calls.map(call => ({ ...call, id: nameOf(call.id) })) }
    case 'result':
      return { ...message, callId: nameOf(message.callId) }
  }
}
