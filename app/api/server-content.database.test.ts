import { describe, expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { MessageParts } from '@/lib/domain/servers/server-content'
import type { ServerTimes } from '@/lib/tools/servers/server-connection'
import { openServers } from '@/lib/tools/servers/servers'
import { EVERYTHING, HOSTILE, temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { type Answered, agreed, faultsOf, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { createWorld } from '@/test/world/world'

const WORD = 'correct-horse-battery'

/** A program of tools that is connected, and what people are given of it. */
async function connectedProgram(args: string[], times: Partial<ServerTimes> = {}) {
  const world = await createWorld()
  const server = await world.startServer({
    openServers: options => openServers({ ...options, times: { retry: 10, ...times } }),
    environment: name => (name === 'TEA_WORD' ? WORD : undefined),
  })
  const { url } = await serveApi({ start: async () => ({ ...server, stop: async () => undefined }) })
  const { does, tries } = operations(url)
  const settings = { command: process.execPath, args, env: { TEA: { fromEnv: 'TEA_WORD' } }, sandbox: false }
  const { id: at } = (await does('addServers', { body: { name: 'desk', ...settings } })) as McpServer
  const listed = await world.until('it is connected', async () => {
    const state = await does('readServer', { at })
    return state.status === 'connected' && state.prompts.length > 0 && state
  })
  return {
    world,
    does,
    at,
    listed,
    resource: (uri: string) => tries('readServerResource', { at, body: { uri } }),
    prompt: (name: string, values: object = {}) =>
      tries('readServerPrompt', { at, body: { name, arguments: values } }),
  }
}

const resourceIn = (answered: Answered) => agreed('readServerResource', answered) as MessageParts
const promptIn = (answered: Answered) => agreed('readServerPrompt', answered) as MessageParts

test('the resources and prompts of the protocol’s authors become text and files of a message', async () => {
  const { listed, resource, prompt, world } = await connectedProgram([EVERYTHING, 'stdio'])
  const [first] = listed.resources
  const { text, attachments, omissions } = resourceIn(await resource(first?.uri ?? ''))
  expect([text, omissions]).toEqual(['', []])
  expect(attachments).toMatchObject([{ name: first?.name, mediaType: 'text/markdown' }])
  expect(Buffer.from(attachments[0]?.data ?? '', 'base64').toString()).toMatch(/\w/)
  expect(promptIn(await prompt('simple-prompt')).text).toMatch(/simple prompt/)
  expect(promptIn(await prompt('args-prompt', { city: 'Bath' })).text).toContain('Bath')
  const faults = faultsOf(await prompt('args-prompt', { town: 'Bath' }))
  expect(faults).toEqual(['/arguments/city', '/arguments/town'])
  const embedded = { resourceType: 'Text', resourceId: '1' }
  expect(promptIn(await prompt('resource-prompt', embedded))).toMatchObject({
    attachments: [{ mediaType: 'text/plain' }],
    text: expect.stringMatching(/resource/),
  })
  for (const answered of [await resource('file:///etc/passwd'), await prompt('toString')])
    expect(refused(answered, 'not_found').detail).toMatch(/^This server lists no/)
  expect(await world.db.attachment.count()).toBe(0)
})

describe('a server that does what it likes', () => {
  test('is not waited for without end, and an answer to something else is none', async () => {
    const { resource, prompt } = await connectedProgram([HOSTILE, temporaryFolder()], { read: 300 })
    for (const name of ['late', 'another_id'])
      for (const answered of [await resource(`tea:${name}`), await prompt(name)])
        expect(refused(answered, 'unavailable').detail).toMatch(/did not answer within 0.3 seconds/)
  })

  test('says too much, the wrong thing or the same thing twice, or ends: each is told, and it is there again', async () => {
    const { world, does, at, resource, prompt } = await connectedProgram([HOSTILE, temporaryFolder()])
    const isBack = () => world.until('it is back', async () => (await prompt('twice')).status === 200)
    for (const [name, words] of [
      ['huge', /more than 16 MB/],
      ['dies', /^The server gave nothing\. /],
    ] as const) {
      expect(refused(await resource(`tea:${name}`), 'unavailable').detail).toMatch(words)
      await isBack()
    }
    expect(promptIn(await prompt('twice')).text).toBe('first')
    expect(promptIn(await prompt('nul'))).toEqual({
      text: '',
      attachments: [],
      omissions: ['The text “a⟦U+0000⟧b” is left out: it holds a NUL character.'],
    })
    for (const name of ['nul', 'wrong'])
      expect(resourceIn(await resource(`tea:${name}`)).omissions).toHaveLength(1)
    // What it was given as a secret it tells nobody, and it is not asked once it is switched off or gone.
    const { attachments } = resourceIn(await resource('tea:environment'))
    const text = Buffer.from(attachments[0]?.data ?? '', 'base64').toString()
    expect(text).toContain('"TEA":')
    for (const told of [text, (await prompt('environment')).text, (await prompt('refuses')).text])
      expect(told).not.toContain(WORD)
    expect(refused(await prompt('refuses'), 'unavailable').detail).toContain('no tea')
    await does('changeServer', { at, body: { enabled: false } })
    expect(refused(await prompt('twice'), 'unavailable').detail).toContain('switched off')
    await does('deleteServer', { at })
    refused(await prompt('twice'), 'not_found')
  })
})
