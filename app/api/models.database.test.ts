import { describe, expect, test } from 'vitest'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'

async function served() {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer() })
  const change = (id: string, body: unknown) =>
    ask(url, `PATCH /api/models/${encodeURIComponent(id)}`, { body })
  const models = async (at = url): Promise<ModelInfo[]> =>
    (agreed('listModels', await ask(at, 'GET /api/models')) as { items: ModelInfo[] }).items
  const model = async (id: string) => (await models()).find(info => info.id === id)
  return { world, change, models, model }
}

const ID = 'anthropic:claude-opus-5-5'

describe('what a person says of a model', () => {
  test('takes the place of what is known of it, each part for itself, until it is put back', async () => {
    const { change, model } = await served()
    const known = await model(ID)
    expect(known?.prices).toBeDefined()
    const prices = { input: 1.25, output: 10, cachedInput: 0 }
    const priced = { ...known, prices, overrides: { prices } }
    expect(agreed('changeModel', await change(ID, { prices }))).toEqual(priced)
    const both = { ...priced, contextWindow: 4096, overrides: { prices, contextWindow: 4096 } }
    expect(agreed('changeModel', await change(ID, { contextWindow: 4096 }))).toEqual(both)
    expect(agreed('changeModel', await change(ID, {}))).toEqual(both)
    expect(await model(ID)).toEqual(both)
    expect(agreed('changeModel', await change(ID, { contextWindow: null }))).toEqual(priced)
    expect(agreed('changeModel', await change(ID, { prices: null }))).toEqual(known)
    expect(await model(ID)).toEqual(known)
  })

  test('puts a model that no list has into the list, by any name, as long as something is set', async () => {
    const { change, model, models } = await served()
    const before = (await models()).length
    for (const id of ['compatible:org/small:7b', 'compatible:100%25/x?y#z', 'openai:ft:gpt-6:me::A1']) {
      const told = agreed('changeModel', await change(id, { contextWindow: 8192 }))
      expect(told).toMatchObject({ id, title: id.slice(id.indexOf(':') + 1), contextWindow: 8192 })
      expect(await model(id)).toEqual(told)
    }
    expect(await models()).toHaveLength(before + 3)
    await change('compatible:org/small:7b', { contextWindow: null })
    expect(await models()).toHaveLength(before + 2)
  })

  test('is known to every process, and kept in the record of the installation with who said it', async () => {
    const { world, change, models } = await served()
    const other = await serveApi({ start: () => world.startServer({ role: 'web' }) })
    await change(ID, { contextWindow: 4096, prices: null })
    const there = (await models(other.url)).find(info => info.id === ID)
    expect(there).toMatchObject({ contextWindow: 4096, overrides: { contextWindow: 4096 } })
    const links = await storedLinks(world.db, INSTALLATION_CHAIN)
    expect(links.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
      ['model.changed', { modelId: ID, contextWindow: 4096, prices: null, by: 'owner' }],
    ])
  })
})

describe('refused', () => {
  test.each(['scripted:none', 'nobody:model', 'gpt', 'anthropic:', `compatible:${'x'.repeat(200)}`])(
    'is what is said of %s, which is no model',
    async id => {
      const { change } = await served()
      refused(await change(id, { contextWindow: 1 }), 'not_found')
    },
  )

  test.each<[unknown, string]>([
    [{ contextWindow: 0 }, '/contextWindow'],
    [{ contextWindow: 1.5 }, '/contextWindow'],
    [{ contextWindow: '8k' }, '/contextWindow'],
    [{ prices: { input: 1 } }, '/prices/output'],
    [{ prices: { input: -1, output: 1 } }, '/prices/input'],
    [{ prices: { input: 1, output: 1, cache: 1 } }, '/prices/cache'],
    [{ maxOutput: 1 }, '/maxOutput'],
  ])('is %j', async (body, path) => {
    const { change, model } = await served()
    const before = await model(ID)
    const { errors } = refused(await change(ID, body), 'invalid_request')
    expect(errors?.map(error => error.path)).toEqual([path])
    expect(await model(ID)).toEqual(before)
  })
})
