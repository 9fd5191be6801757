import { describe, expect, test } from 'vitest'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import type { ModelsConfig } from '@/lib/model/models'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'
import { temporaryFolder } from '@/lib/tools/mcp/testing/servers'

async function served(models: ModelsConfig): Promise<string> {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer({ dataDir: temporaryFolder(), models }) })
  return url
}

describe('the default model', () => {
  const listed = async (url: string) =>
    (agreed('listModels', await ask(url, 'GET /api/models')) as { items: ModelInfo[] }).items.filter(
      ({ isDefault }) => isDefault,
    )
  const made = async (url: string) =>
    (agreed('createSession', await ask(url, 'POST /api/sessions', { body: {} })) as { model: string }).model

  test('is of the first provider with a key, or the one that its owner chose', async () => {
    const url = await served({})
    const change = (defaultModel: string | null) =>
      ask(url, 'PATCH /api/settings', { body: { defaultModel } })
    expect(await made(url)).toBe('scripted:demo')
    agreed(
      'setProviderKey',
      await ask(url, 'PUT /api/providers/anthropic/key', { body: { key: 'sk-ant-of-nobody-0123456789' } }),
    )
    const first = await made(url)
    expect(first).toMatch(/^anthropic:/)
    expect((await listed(url)).map(({ id }) => id)).toEqual([first])
    expect(agreed('changeSettings', await change('compatible:small'))).toMatchObject({
      defaultModel: 'compatible:small',
    })
    expect(await made(url)).toBe('compatible:small')
    expect((await listed(url)).map(({ id }) => id)).toEqual(['compatible:small'])
    agreed('changeSettings', await change(null))
    expect(await made(url)).toBe(first)
    expect(refused(await change('scripted:poet'), 'invalid_request').errors?.[0]?.path).toBe('/defaultModel')
    expect(refused(await change('small'), 'invalid_request').errors?.[0]?.path).toBe('/defaultModel')
  })

  test('is that of the environment, whatever its owner chooses', async () => {
    const url = await served({ defaultModel: 'scripted:replay' })
    const body = { defaultModel: 'scripted:demo' }
    expect(agreed('changeSettings', await ask(url, 'PATCH /api/settings', { body }))).toMatchObject(body)
    expect(await made(url)).toBe('scripted:replay')
    expect((await listed(url)).map(({ id }) => id)).toEqual(['scripted:replay'])
  })
})
