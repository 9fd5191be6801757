import { describe, expect, test } from 'vitest'
import { accountOf, type EnvironmentAccount, kindOf } from './accounts'
import type { KeyEntry } from './key-file'

const HOME = 'https://api.openai.com/v1'
const PROXY = 'https://proxy.example/v1'
const hosted = (environment: EnvironmentAccount, entry?: KeyEntry) =>
  accountOf(kindOf('openai'), environment, entry)
const local = (environment: EnvironmentAccount, entry?: KeyEntry) =>
  accountOf(kindOf('compatible'), environment, entry)
const entered = { key: 'sk-entered', baseUrl: HOME }

describe('a key goes to the address that it came with', () => {
  test.each<[string, [EnvironmentAccount, KeyEntry?], object]>([
    ['none', [{}], { keySource: null, baseUrl: HOME, baseUrlSource: null, config: {} }],
    [
      'entered',
      [{}, entered],
      {
        keySource: 'file',
        baseUrl: HOME,
        baseUrlSource: null,
        config: { apiKey: 'sk-entered', baseUrl: HOME },
      },
    ],
    [
      'entered for another address',
      [{}, { key: 'sk-entered', baseUrl: PROXY }],
      { keySource: 'file', baseUrl: PROXY, baseUrlSource: 'file', config: { baseUrl: PROXY } },
    ],
    [
      'of the environment, which wins whole',
      [{ apiKey: 'sk-own' }, { key: 'sk-entered', baseUrl: PROXY }],
      { keySource: 'environment', baseUrl: HOME, baseUrlSource: null, config: { apiKey: 'sk-own' } },
    ],
    [
      'of the environment with its address',
      [{ apiKey: 'sk-own', baseUrl: 'https://proxy.example' }, entered],
      { keySource: 'environment', baseUrl: PROXY, baseUrlSource: 'environment' },
    ],
    [
      'entered for the address of the environment',
      [{ baseUrl: 'https://proxy.example/' }, { key: 'sk-entered', baseUrl: PROXY }],
      { keySource: 'file', baseUrl: PROXY, baseUrlSource: 'environment', config: { apiKey: 'sk-entered' } },
    ],
  ])('%s', (_, sources, account) => {
    expect(hosted(...sources)).toMatchObject(account)
  })

  test('and is not sent to one that the environment came to name', () => {
    const account = hosted({ baseUrl: PROXY }, entered)
    expect(JSON.stringify(account)).not.toContain('sk-entered')
    expect(account).toMatchObject({
      keySource: null,
      baseUrl: PROXY,
      config: { fault: { code: 'fault.keyOfAnother', params: { address: HOME } } },
    })
    const server = local({ baseUrl: 'http://127.0.0.1:1/v1' }, { key: 'k-entered', baseUrl: PROXY })
    expect(JSON.stringify(server)).not.toContain('k-entered')
    expect(server.config).toEqual({ baseUrl: 'http://127.0.0.1:1/v1' })
  })

  test('of a server at home there need be none', () => {
    expect(local({}, { baseUrl: 'http://127.0.0.1:11434/v1' })).toMatchObject({
      keySource: null,
      baseUrl: 'http://127.0.0.1:11434/v1',
      baseUrlSource: 'file',
    })
  })
})
