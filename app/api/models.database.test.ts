import { expect, test } from 'vitest'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { faultsOf, type Operations, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { fileWorld } from '@/test/http/http-story'

const served = fileWorld({ models: {} })

const ID = 'anthropic:claude-opus-5-5'
const models = async ({ does }: Pick<Operations, 'does'> = served()) => (await does('listModels')).items
const model = async (id: string) => (await models()).find(info => info.id === id)
const change = (id: string, body: unknown) => served().does('changeModel', { at: id, body })

/** Another process of the same installation. */
const elsewhere = async (config: object) => {
  const { world } = served()
  return operations((await serveApi({ start: () => world.startServer({ ...config, role: 'web' }) })).url)
}

test('what a person says of a model takes the place of what is known of it, everywhere, until it is put back', async () => {
  const known = await model(ID)
  expect(known?.prices).toBeDefined()
  const prices = { input: 1.25, output: 10, cachedInput: 0 }
  const priced = { ...known, prices, overrides: { prices } }
  expect(await change(ID, { prices })).toEqual(priced)
  const both = { ...priced, contextWindow: 4096, overrides: { prices, contextWindow: 4096 } }
  for (const body of [{ contextWindow: 4096 }, {}]) expect(await change(ID, body)).toEqual(both)
  expect((await models(await elsewhere({}))).find(({ id }) => id === ID)).toMatchObject({
    contextWindow: 4096,
    overrides: both.overrides,
  })
  expect(await change(ID, { contextWindow: null })).toEqual(priced)
  expect(await change(ID, { prices: null })).toEqual(known)
  expect(await model(ID)).toEqual(known)
  const links = await storedLinks(served().world.db, INSTALLATION_CHAIN)
  expect(links.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual(
    [{ prices }, { contextWindow: 4096 }, {}, { contextWindow: null }, { prices: null }].map(said => [
      'model.changed',
      { modelId: ID, ...said, by: 'owner' },
    ]),
  )
})

test('a model that no list has is in it, by any name, as long as something is set; what is none is not found', async () => {
  const before = (await models()).length
  const ids = ['compatible:org/small:7b', 'compatible:100%25/x?y#z', 'openai:ft:gpt-6:me::A1']
  for (const id of ids) {
    const told = await change(id, { contextWindow: 8192 })
    expect(told).toMatchObject({ id, title: id.slice(id.indexOf(':') + 1), contextWindow: 8192 })
    expect(await model(id)).toEqual(told)
  }
  expect(await models()).toHaveLength(before + 3)
  for (const id of ids) await change(id, { contextWindow: null })
  expect(await models()).toHaveLength(before)
  for (const at of ['scripted:none', 'nobody:model', 'gpt', 'anthropic:', `compatible:${'x'.repeat(200)}`])
    refused(await served().tries('changeModel', { at, body: { contextWindow: 1 } }), 'not_found')
})

const listed = async (at: Operations) =>
  (await models(at)).flatMap(({ id, isDefault }) => (isDefault ? [id] : []))
const made = async ({ does }: Operations) => (await does('createSession', { body: {} })).model

test('the default model is of the first provider with a key, or the one that its owner or the environment names', async () => {
  const at = served()
  const choose = (defaultModel: string | null) => at.does('changeSettings', { body: { defaultModel } })
  expect(await made(at)).toBe('scripted:demo')
  await at.does('setProviderKey', { at: 'anthropic', body: { key: 'sk-ant-of-nobody-0123456789' } })
  const first = await made(at)
  expect(first).toMatch(/^anthropic:/)
  expect(await listed(at)).toEqual([first])
  expect(await choose('compatible:small')).toMatchObject({ defaultModel: 'compatible:small' })
  expect([await made(at), await listed(at)]).toEqual(['compatible:small', ['compatible:small']])
  for (const none of ['scripted:poet', 'small'])
    expect(faultsOf(await at.tries('changeSettings', { body: { defaultModel: none } }))).toEqual([
      '/defaultModel',
    ])
  const other = await elsewhere({ models: { defaultModel: 'scripted:replay' } })
  expect([await made(other), await listed(other)]).toEqual(['scripted:replay', ['scripted:replay']])
  await choose(null)
  expect(await made(at)).toBe(first)
})
