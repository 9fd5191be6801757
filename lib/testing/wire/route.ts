import { anthropic } from './anthropic/anthropic'
import { gemini } from './gemini/gemini'
import { chat, openAiChat } from './openai/chat'
import { responses } from './openai/responses'
import type { Protocol, WireRequest } from './protocol'

/** Every protocol the server speaks. `chat` is that of the compatible servers. */
export const PROTOCOLS = {
  chat,
  'openai-chat': openAiChat,
  responses,
  messages: anthropic,
  gemini,
} as const satisfies Record<string, Protocol>
export type ProtocolName = keyof typeof PROTOCOLS

/** The protocol that a request is in, by its path: nobody is refused in the words of another provider. */
export function route({ path, headers }: Pick<WireRequest, 'path' | 'headers'>): Protocol {
  if (path.startsWith('/compatible/')) return chat
  if (path.startsWith('/v1beta/')) return gemini
  const isList = path === '/v1/models' && 'anthropic-version' in headers
  if (path.startsWith('/v1/messages') || isList) return anthropic
  return path.startsWith('/v1/chat/') ? openAiChat : responses
}
