import { describe, expect, test } from 'vitest'
import { ModelInfo } from '@/lib/domain/run/model-info'
import { CodedError } from '@/lib/messages/phrase'
import { createModels, type ModelsConfig } from './models'
import { asked, failed } from './testing/ask'

const deps = { fetch, now: () => 0, sleep: async () => {} }
const models = (config: ModelsConfig = {}) => createModels(config, deps)
const local = { baseUrl: 'http://127.0.0.1:11434' }
const key = { apiKey: 'sk-test-0123456789' }

describe('the default model', () => {
  test.each<[ModelsConfig, string]>([
    [{}, 'scripted:demo'],
    [{ compatible: local }, 'scripted:demo'],
    [{ defaultModel: ' ' }, 'scripted:demo'],
    [{ defaultModel: 'compatible:qwen3:8b', compatible: local }, 'compatible:qwen3:8b'],
    // Also where it cannot be used, and whatever keys there are.
    [{ defaultModel: 'openai:gpt-5' }, 'openai:gpt-5'],
    [{ openai: key, anthropic: key, defaultModel: 'anthropic:claude-x' }, 'anthropic:claude-x'],
    [{ openai: key }, 'openai:gpt-6.1-sol'],
    [{ openai: { ...key, baseUrl: 'x' }, google: key }, 'google:gemini-4-argon'],
  ])('of %j is %s', (config, expected) => {
    expect(models(config).defaultId()).toBe(expected)
    const marked = models(config)
      .list()
      .filter(info => info.isDefault)
    expect(marked.map(info => info.id)).toEqual([expected])
  })
})

const HOSTED: [string, keyof ModelsConfig, string][] = [
  ['openai', 'openai', 'OPENAI_API_KEY'],
  ['openai-chat', 'openai', 'OPENAI_API_KEY'],
  ['anthropic', 'anthropic', 'ANTHROPIC_API_KEY'],
  ['google', 'google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
]

describe('the list', () => {
  const stateOf = (config: ModelsConfig, provider: string) =>
    models(config)
      .list()
      .filter(info => info.provider === provider)
      .map(({ id, ready, unavailable }) => ({ id, ready, unavailable }))

  test('says plainly that the scripted models are none', () => {
    const scripted = models()
      .list()
      .filter(info => info.provider === 'scripted')
    expect(scripted.map(info => info.description)).toEqual([
      expect.stringContaining('No language model'),
      expect.stringContaining('No language model'),
    ])
  })

  test('names the configured model of the server', () => {
    expect(stateOf({ defaultModel: 'compatible:m', compatible: local }, 'compatible')).toEqual([
      { id: 'compatible:m', ready: true, unavailable: undefined },
    ])
  })

  test.each<[string, ModelsConfig, RegExp]>([
    ['the address', {}, /Set COMPATIBLE_BASE_URL/],
    ['the address of the configured model', { defaultModel: 'compatible:m' }, /Set COMPATIBLE_BASE_URL/],
    ['the name of a model', { compatible: local }, /Name a model/],
  ])('says that %s is missing', (_, config, words) => {
    expect(stateOf(config, 'compatible')).toEqual([
      { id: expect.any(String), ready: false, unavailable: expect.stringMatching(words) },
    ])
  })

  test.each(HOSTED)('of %s is ready with a key, else says which is missing', (provider, account, name) => {
    const without = stateOf({}, provider)
    expect(without.length).toBeGreaterThan(2)
    for (const info of without) {
      expect(info.ready).toBe(false)
      expect(info.unavailable).toContain(`Set ${name} to a key`)
    }
    expect(stateOf({ [account]: key }, provider)).toEqual(
      without.map(({ id }) => ({ id, ready: true, unavailable: undefined })),
    )
    // It holds the configured model, once.
    const ids = (name: string) =>
      stateOf({ defaultModel: `${provider}:${name}` }, provider).map(({ id }) => id)
    const known = without.map(({ id }) => id)
    expect(ids('my-model')).toEqual([...known, `${provider}:my-model`])
    expect(ids(known[0]?.slice(provider.length + 1) ?? '')).toEqual(known)
  })

  test('is as the contract says, without a key in it', () => {
    const all = models({ compatible: local, openai: key, anthropic: key, google: key }).list()
    for (const info of all) expect(ModelInfo.parse(info)).toEqual(info)
    expect(JSON.stringify(all)).not.toContain(key.apiKey)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})

describe('finding a model', () => {
  const found = (id: string) => models({ compatible: local }).find(id)

  test.each([
    ['scripted:demo', 'scripted', 'demo'],
    ['scripted:replay', 'scripted', 'replay'],
    ['compatible:llama3.2', 'compatible', 'llama3.2'],
    ['compatible:org/qwen3:8b', 'compatible', 'org/qwen3:8b'],
    ['openai:gpt-6.1-sol', 'openai', 'gpt-6.1-sol'],
    ['openai-chat:anything', 'openai-chat', 'anything'],
    ['anthropic:claude-opus-5-5', 'anthropic', 'claude-opus-5-5'],
    ['google:models/gemini-4-argon', 'google', 'models/gemini-4-argon'],
  ])('%s', (id, provider, name) => {
    expect(found(id)).toMatchObject({ kind: 'found', provider: { name: provider }, name })
  })

  test.each([
    ['scripted:poet', 'fault.noDemo'],
    ['gpt-5', 'fault.noModel'],
    ['nobody:gpt-5', 'fault.noModel'],
    ['', 'fault.noModel'],
  ])('%j is refused', (id, code) => {
    expect(found(id)).toMatchObject({ kind: 'refused', reason: { code } })
  })

  test.each([
    ['compatible:m', 'Set COMPATIBLE_BASE_URL'],
    ['openai:m', 'Set OPENAI_API_KEY'],
    ['openai-chat:m', 'Set OPENAI_API_KEY'],
    ['anthropic:m', 'Set ANTHROPIC_API_KEY'],
    ['google:m', 'Set GOOGLE_GENERATIVE_AI_API_KEY'],
  ])('%s, where it is not configured, fails with what to set', async (id, words) => {
    const model = models().find(id)
    if (model.kind === 'refused') throw new CodedError(model.reason)
    expect(failed(await model.model(asked()))).toMatchObject({
      reason: 'no_key',
      retryable: false,
      message: expect.stringContaining(words),
    })
  })
})
