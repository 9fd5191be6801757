import { describe, expect, test } from 'vitest'
import { Thinking } from '@/lib/domain/session/session'
import { anthropicSpeech } from './testing/anthropic-speech'
import { googleSpeech } from './testing/google-speech'
import { openaiChatSpeech } from './testing/openai-chat-speech'
import { openaiSpeech } from './testing/openai-speech'
import { sentBody } from './testing/sent-body'
import type { Speech } from './testing/speech'
import { neverThinks, thinkingLevels } from './thinking-levels'

const FAMILIES: [Speech, string, string][] = [
  [openaiSpeech, 'gpt-6.1-sol', 'low medium high xhigh max'],
  [openaiSpeech, 'gpt-6-astra', 'low medium high xhigh max'],
  [openaiSpeech, 'gpt-6.1-terra', 'none low medium high xhigh max'],
  [openaiSpeech, 'gpt-6-luna', 'none low medium high xhigh max'],
  [openaiSpeech, 'gpt-5.6', 'none low medium high xhigh max'],
  [openaiSpeech, 'gpt-5.4-mini', 'none low medium high xhigh'],
  [openaiSpeech, 'gpt-5.1-2025-11-13', 'none low medium high'],
  [openaiSpeech, 'gpt-5-nano', 'minimal low medium high'],
  [openaiChatSpeech, 'gpt-6.1-sol', 'low medium high xhigh'],
  [openaiChatSpeech, 'gpt-6-luna', 'none low medium high xhigh'],
  [openaiChatSpeech, 'gpt-5.6', 'none'],
  [openaiChatSpeech, 'gpt-5.4-mini', 'none low medium high xhigh'],
  [openaiChatSpeech, 'gpt-5', 'minimal low medium high'],
  [anthropicSpeech, 'claude-opus-5-5', 'low medium high xhigh max'],
  [anthropicSpeech, 'claude-sonnet-5-5', 'low medium high xhigh max'],
  [anthropicSpeech, 'claude-fable-5-1', 'low medium high xhigh max'],
  [anthropicSpeech, 'claude-haiku-5-5', 'none low medium high xhigh max'],
  [anthropicSpeech, 'claude-opus-5', 'none low medium high xhigh max'],
  [anthropicSpeech, 'claude-sonnet-5', 'none low medium high xhigh max'],
  [anthropicSpeech, 'claude-opus-4-7', 'none low medium high xhigh max'],
  [anthropicSpeech, 'claude-sonnet-4-6', 'none low medium high max'],
  [anthropicSpeech, 'claude-haiku-4-5', 'none minimal low medium high xhigh max'],
  [googleSpeech, 'gemini-4-argon', 'minimal low medium high'],
  [googleSpeech, 'models/gemini-4-carbon', 'minimal low medium high'],
  [googleSpeech, 'gemini-4-hydrogen', 'low medium high xhigh'],
  [googleSpeech, 'gemini-3.8-flash', 'low medium high'],
  [googleSpeech, 'gemini-3.5-flash-lite', 'minimal low medium high'],
  [googleSpeech, 'gemini-3.1-pro-preview', 'low medium high'],
  [googleSpeech, 'gemini-2.5-pro', 'minimal low medium high'],
  [googleSpeech, 'gemini-2.5-flash', 'none minimal low medium high'],
]

describe('the levels of a model', () => {
  test.each(FAMILIES.map(([speech, model, levels]) => [speech.kind.name, model, levels, speech] as const))(
    '%s:%s has %s, each another than the rest',
    async (...[provider, model, levels, speech]) => {
      const own = levels.split(' ').map(level => Thinking.parse(level))
      expect(thinkingLevels(`${provider}:${model}`)).toEqual(['default', ...own])
      const asked = await Promise.all(own.map(thinking => wish(speech, model, thinking)))
      expect(new Set(asked).size).toBe(own.length)
    },
  )

  test.each(FAMILIES.map(([speech, model]) => [speech.kind.name, model, speech] as const))(
    '%s:%s can be asked for no other',
    async (provider, model, speech) => {
      const levels = thinkingLevels(`${provider}:${model}`)
      const own = await Promise.all(levels.map(thinking => wish(speech, model, thinking)))
      for (const thinking of Thinking.options.filter(level => !levels.includes(level)))
        if (!isLeast(thinking, model)) expect(own).toContain(await wish(speech, model, thinking))
    },
  )

  test.each([
    ...['openai:o4-mini', 'openai:gpt-5-codex', 'openai-chat:o3-2025-04-16'].map(id => [
      id,
      'low medium high',
    ]),
    ['openai:gpt-5.1-codex-max', 'low medium high xhigh'],
    ['openai:gpt-5-pro', 'high'],
    ...['openai:gpt-4.1', 'openai-chat:gpt-4o-mini', 'openai-chat:gpt-5-chat-latest'].map(id => [id, 'none']),
    ...['anthropic:claude-3-haiku-20240307', 'google:gemini-2.0-flash'].map(id => [id, 'none']),
  ])('of %s are those that its provider tells of: %s', (id = '', levels = '') => {
    expect(thinkingLevels(id)).toEqual(['default', ...levels.split(' ')])
  })

  test.each([
    ...['compatible:gpt-6.1-sol', 'compatible:llama3.2', 'openai:my-model', 'openai:gpt-5.4-pro'],
    ...['anthropic:claude-9', 'google:gemma-3-4b-it', 'scripted:replay'],
  ])('of %s are all, since nothing is known', id => {
    expect(thinkingLevels(id)).toEqual(Thinking.options)
  })
})

test.each([
  [openaiSpeech, 'gpt-4.1'],
  [openaiChatSpeech, 'gpt-4.1'],
  [anthropicSpeech, 'claude-3-haiku-20240307'],
  [googleSpeech, 'gemini-2.0-flash'],
] as const)('a model that never thinks is told nothing of it: %#', async (speech, model) => {
  expect(neverThinks(`${speech.kind.name}:${model}`)).toBe(true)
  const said = await wish(speech, model, 'none')
  expect(said).toBe(await wish(speech, model, 'default'))
  expect(said).toBe('{}')
})

/** These cannot be told not to think: asked for that, they think less than at any level, but do. */
const isLeast = (thinking: Thinking, model: string): boolean =>
  thinking === 'none' && ['claude-sonnet-5-5', 'gemini-2.5-pro'].includes(model)

/** What the provider is asked for, without whether the thinking is to be shown. */
async function wish(speech: Speech, model: string, thinking: Thinking): Promise<string> {
  const { body } = await sentBody(speech, { model, thinking })
  const { reasoning_effort, output_config } = body
  const { summary: _, ...reasoning } = record(body.reasoning)
  const { display: __, block_binding: ___, ...thought } = record(body.thinking)
  const { includeThoughts: ____, ...config } = record(record(body.generationConfig).thinkingConfig)
  const said = { reasoning_effort, ...record(output_config), ...reasoning, ...config }
  return JSON.stringify({ ...said, ...(thought.type === 'adaptive' ? {} : thought) })
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value ? { ...value } : {}
