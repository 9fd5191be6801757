import { createProvider } from '../ai-sdk/provider'
import { anthropicSpeech } from './anthropic-speech'
import { googleSpeech } from './google-speech'
import { openaiChatSpeech } from './openai-chat-speech'
import { openaiSpeech } from './openai-speech'
import type { Speech } from './speech'

const all = [openaiSpeech, openaiChatSpeech, anthropicSpeech, googleSpeech]

/** Every hosted provider, each with its name for a table. */
export const SPEECHES: [string, Speech][] = all.map(speech => [speech.kind.name, speech])

export const KEY = 'sk-test-0123456789'

/** The provider of that speech, at a server of the test. */
export const speaker = ({ kind }: Speech, url: string) =>
  createProvider(kind, { baseUrl: new URL(url).origin, apiKey: KEY, models: [] }, { fetch, now: () => 0 })
