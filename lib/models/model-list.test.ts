import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProviderId } from '@/lib/domain/contract/provider-operations'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { freePort } from '@/test/http/free-port'
import { startWireServer } from '@/test/wire/start-wire-server'
import { askForModels } from './model-list'

const KEY = 'wire-key-0123456789'

async function wire(models: string[] = []) {
  const server = await startWireServer({ key: KEY, models })
  onTestFinished(() => server.close())
  return {
    server,
    place: (id: ProviderId, key: string | undefined = KEY) => ({ id, url: server.urls[id], key }),
  }
}

describe('a provider that is asked for its models', () => {
  test.each<[ProviderId, string[], string[]]>([
    [
      'openai',
      ['text-embedding-3-large', 'my-tune', 'whisper-1', 'gpt-6.1-sol'],
      ['openai:gpt-6.1-sol', 'openai:my-tune'],
    ],
    [
      'anthropic',
      ['claude-new-9', 'claude-opus-5-5'],
      ['anthropic:claude-opus-5-5', 'anthropic:claude-new-9'],
    ],
    ['google', ['gemini-9', 'gemini-4-argon'], ['google:gemini-4-argon', 'google:gemini-9']],
    ['compatible', ['org/qwen3:8b', 'small'], ['compatible:org/qwen3:8b', 'compatible:small']],
  ])('%s tells them, those that are known first', async (id, served, names) => {
    const { server, place } = await wire(served)
    const answer = await askForModels(place(id))
    expect(answer.ok ? answer.models?.map(model => model.id) : answer.error).toEqual(names)
    expect(server.requests).toHaveLength(1)
    expect(server.faults()).toEqual([])
  })

  test.each<ProviderId>(['openai', 'anthropic', 'google', 'compatible'])(
    '%s refuses a wrong key, in its words and without the key',
    async id => {
      const { place } = await wire(['small'])
      const answer = await askForModels(place(id, 'wrong-key-9876543210'))
      expect(answer).toMatchObject({
        ok: false,
        error: expect.stringMatching(/did not accept the key|It said/),
      })
      expect(answer.error).not.toContain('wrong-key-9876543210')
    },
  )
})

const compatibleAt = (url: string) => ({ id: 'compatible' as const, url: `${url}/v1`, key: KEY })

describe('what is no provider is told in words', () => {
  test('one that says nothing', async () => {
    const silent = await serveWeb(() => undefined)
    const answer = await askForModels(compatibleAt(silent.url), { patienceMs: 50 })
    expect(answer).toMatchObject({ ok: false, codedText: { code: 'failure.silence' } })
  })

  test('a page', async () => {
    const page = await serveWeb(response =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Hello</h1>'),
    )
    expect((await askForModels(compatibleAt(page.url))).error).toContain(
      'answered with text/html, and not with a list of models',
    )
  })

  test('a flood', async () => {
    const flood = await serveWeb(response => {
      const piece = Buffer.alloc(65_536, 'x')
      const pour = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', pour)
      }
      pour()
    })
    const answer = await askForModels(compatibleAt(flood.url), { bytes: 1_000_000 })
    expect(answer.error).toContain('sent more than 1 MB')
    await flood.isLeft()
  })

  test('one that sends elsewhere, where nobody follows it with the key', async () => {
    const other = await serveWeb()
    const moved = await serveWeb(response =>
      response.writeHead(307, { location: `${other.url}/v1/models` }).end(),
    )
    const answer = await askForModels(compatibleAt(moved.url))
    expect(answer.error).toContain('Redirects are not followed')
    expect(other.ledger).toEqual([])
  })

  test('one that repeats the key', async () => {
    const echo = await serveWeb((response, request) =>
      response
        .writeHead(401)
        .end(JSON.stringify({ error: { message: `No: ${request.headers.authorization}` } })),
    )
    const { error } = await askForModels(compatibleAt(echo.url))
    expect(error).toContain('It said')
    expect(error).not.toContain(KEY)
  })

  test('nobody, an unknown name, and one that speaks no TLS', async () => {
    const nobody = await askForModels(compatibleAt(`http://127.0.0.1:${await freePort()}`))
    expect(nobody.error).toContain('refuses connections. Is it running?')
    const unknown = await askForModels(compatibleAt('http://nowhere.invalid'))
    expect(unknown.error).toContain('its name is not known')
    const plain = createServer(socket => socket.end('no TLS here'))
    onTestFinished(() => void plain.close())
    await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
    const address = plain.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const wrong = await askForModels(compatibleAt(`https://127.0.0.1:${port}`))
    expect(wrong.error).toContain('does not speak https')
  })
})
