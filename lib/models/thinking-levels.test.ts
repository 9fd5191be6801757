import { describe, expect, test } from 'vitest'
import { Thinking } from '@/lib/domain/session/session'
import { sentBody } from './testing/ask'
import { neverThinks, thinkingLevels } from './thinking-levels'

const FAMILIES: [string, string][] = [
  ['openai:gpt-6.1-sol', 'low medium high xhigh max'],
  ['openai:gpt-6-astra', 'low medium high xhigh max'],
  ['openai:gpt-6.1-terra', 'none low medium high xhigh max'],
  ['openai:gpt-6-luna', 'none low medium high xhigh max'],
  ['openai:gpt-5.6', 'none low medium high xhigh max'],
  ['openai:gpt-5.4-mini', 'none low medium high xhigh'],
  ['openai:gpt-5.1-2025-11-13', 'none low medium high'],
  ['openai:gpt-5-nano', 'minimal low medium high'],
  ['openai-chat:gpt-6.1-sol', 'low medium high xhigh'],
  ['openai-chat:gpt-6-luna', 'none low medium high xhigh'],
  ['openai-chat:gpt-5.6', 'none'],
  ['openai-chat:gpt-5.4-mini', 'none low medium high xhigh'],
  ['openai-chat:gpt-5', 'minimal low medium high'],
  ['anthropic:claude-opus-5-5', 'low medium high xhigh max'],
  ['anthropic:claude-sonnet-5-5', 'low medium high xhigh max'],
  ['anthropic:claude-fable-5-1', 'low medium high xhigh max'],
  ['anthropic:claude-haiku-5-5', 'none low medium high xhigh max'],
  ['anthropic:claude-opus-5', 'none low medium high xhigh max'],
  ['anthropic:claude-sonnet-5', 'none low medium high xhigh max'],
  ['anthropic:claude-opus-4-7', 'none low medium high xhigh max'],
  ['anthropic:claude-sonnet-4-6', 'none low medium high max'],
  ['anthropic:claude-haiku-4-5', 'none minimal low medium high xhigh max'],
  ['google:gemini-4-argon', 'minimal low medium high'],
  ['google:models/gemini-4-carbon', 'minimal low medium high'],
  ['google:gemini-4-hydrogen', 'low medium high xhigh'],
  ['google:gemini-3.8-flash', 'low medium high'],
  ['google:gemini-3.5-flash-lite', 'minimal low medium high'],
  ['google:gemini-3.1-pro-preview', 'low medium high'],
  ['google:gemini-2.5-pro', 'minimal low medium high'],
  ['google:gemini-2.5-flash', 'none minimal low medium high'],
]

describe('the levels of a model', () => {
  test.each(FAMILIES)('%s has %s, each another than the rest', async (id, levels) => {
    const own = levels.split(' ').map(level => Thinking.parse(level))
    expect(thinkingLevels(id)).toEqual(['default', ...own])
    const asked = await Promise.all(own.map(thinking => wish(id, thinking)))
    expect(new Set(asked).size).toBe(own.length)
  })

  test.each(FAMILIES.map(([id]) => id))('%s can be asked for no other', async id => {
    const levels = thinkingLevels(id)
    const own = await Promise.all(levels.map(thinking => wish(id, thinking)))
    for (const thinking of Thinking.options.filter(level => !levels.includes(level)))
      if (!isLeast(thinking, id)) expect(own).toContain(await wish(id, thinking))
  })

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

test.each(
  [
    ['openai:gpt-4.1'],
    ['openai-chat:gpt-4.1'],
    ['anthropic:claude-3-haiku-20240307'],
    ['google:gemini-2.0-flash'],
  ].map(([id = '']) => id),
)('%s never thinks, and is told nothing of it', async id => {
  expect(neverThinks(id)).toBe(true)
  const said = await wish(id, 'none')
  expect(said).toBe(await wish(id, 'default'))
  expect(said).toBe('{}')
})

/** These cannot be told not to think: asked for that, they think less than at any level, but do. */
const isLeast = (thinking: Thinking, id: string): boolean =>
  thinking === 'none' && /claude-sonnet-5-5|gemini-2\.5-pro/.test(id)

/** What the provider is asked for, without whether the thinking is to be shown. */
async function wish(id: string, thinking: Thinking): Promise<string> {
  const { body } = await sentBody(id, { thinking })
  const { reasoning_effort, output_config } = body
  const { summary: _, ...reasoning } = record(body.reasoning)
  const { display: __, block_binding: ___, ...thought } = record(body.thinking)
  const { includeThoughts: ____, ...config } = record(record(body.generationConfig).thinkingConfig)
  const said = { reasoning_effort, ...record(output_config), ...reasoning, ...config }
  return JSON.stringify({ ...said, ...(thought.type === 'adaptive' ? {} : thought) })
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value ? { ...value } : {}
