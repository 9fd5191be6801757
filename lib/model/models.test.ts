import { describe, expect, test } from 'vitest'
import { ModelInfo } from '@/lib/domain/model-info'
import { createModels, type ModelsConfig } from './models'
import { asked, failed } from './testing/ask'

const deps = { fetch, now: () => 0, sleep: async () => {} }
const models = (config: Partial<ModelsConfig> = {}) => createModels({ compatible: {}, ...config }, deps)
const local = { baseUrl: 'http://127.0.0.1:11434' }

describe('the default model', () => {
  test.each<[string, Partial<ModelsConfig>, string]>([
    ['is the demo where nothing is configured', {}, 'scripted:demo'],
    [
      'is what is configured',
      { defaultModel: 'compatible:qwen3:8b', compatible: local },
      'compatible:qwen3:8b',
    ],
    ['is what is configured even where it cannot be used', { defaultModel: 'openai:gpt-5' }, 'openai:gpt-5'],
    ['is the demo where a server is known and no model of it', { compatible: local }, 'scripted:demo'],
    ['is the demo where the setting is empty', { defaultModel: ' ' }, 'scripted:demo'],
  ])('%s', (_, config, expected) => {
    expect(models(config).defaultId).toBe(expected)
    const marked = models(config)
      .list()
      .filter(info => info.isDefault)
    expect(marked.map(info => info.id)).toEqual([expected])
  })
})

describe('the list', () => {
  const stateOf = (config: Partial<ModelsConfig>, provider: string) =>
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

  test.each<[string, Partial<ModelsConfig>, RegExp]>([
    ['the address', {}, /Set COMPATIBLE_BASE_URL/],
    ['the address of the configured model', { defaultModel: 'compatible:m' }, /Set COMPATIBLE_BASE_URL/],
    ['the name of a model', { compatible: local }, /Name a model/],
  ])('says that %s is missing', (_, config, words) => {
    expect(stateOf(config, 'compatible')).toEqual([
      { id: expect.any(String), ready: false, unavailable: expect.stringMatching(words) },
    ])
  })

  test('holds a configured model of a provider that is not there yet', () => {
    expect(stateOf({ defaultModel: 'google:gemini' }, 'google')).toEqual([
      { id: 'google:gemini', ready: false, unavailable: expect.stringContaining('not available yet') },
    ])
  })

  test('is as the contract says', () => {
    for (const info of models({ compatible: local }).list()) expect(ModelInfo.parse(info)).toEqual(info)
  })
})

describe('finding a model', () => {
  const found = (id: string) => models({ compatible: local }).find(id)

  test.each([
    ['scripted:demo', 'scripted', 'demo'],
    ['scripted:replay', 'scripted', 'replay'],
    ['compatible:llama3.2', 'compatible', 'llama3.2'],
    ['compatible:org/qwen3:8b', 'compatible', 'org/qwen3:8b'],
  ])('%s', (id, provider, name) => {
    expect(found(id)).toMatchObject({ kind: 'found', provider: { name: provider }, name })
  })

  test.each([
    ['openai:gpt-5', /not available yet/],
    ['openai-chat:gpt-5', /not available yet/],
    ['anthropic:claude', /not available yet/],
    ['google:gemini', /not available yet/],
    ['scripted:poet', /no scripted:poet, only scripted:demo and scripted:replay/],
    ['gpt-5', /names no model/],
    ['nobody:gpt-5', /names no model/],
    ['', /names no model/],
  ])('%j is refused in words', (id, reason) => {
    expect(found(id)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
  })

  test('one of a server without an address fails with what to set', async () => {
    const model = models().find('compatible:m')
    if (model.kind === 'refused') throw new Error(model.reason)
    expect(failed(await model.model(asked()))).toMatchObject({ reason: 'no_key', retryable: false })
  })
})
