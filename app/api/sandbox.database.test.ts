import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import type { SandboxChoice } from '@/lib/tools/sandbox/sandbox'
import { operations } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'
import { createWorld } from '@/test/world/world'

async function serving(sandbox: SandboxChoice) {
  const world = await createWorld()
  const served = await serveApi({ start: () => world.startServer({ sandbox }) })
  const { does } = operations(served.url)
  const health = (await does('readHealth')) as Health
  const { items } = await does('listTools')
  const tool = items.find(({ name }) => name === 'run_command')
  return { story: () => anotherStory({ world, ...served }), health, tool }
}

test('without a sandbox by the owner’s choice every card and Health say so', async () => {
  const { story, health, tool } = await serving({ kind: 'none', read: [] })
  expect(health.sandbox).toMatchObject({
    ok: false,
    kind: 'none',
    reason: expect.stringContaining('COUNTERSIGN_SANDBOX=none'),
  })
  expect(tool).toMatchObject({ enabled: true })
  const s = await story()
  await s.plays([call('run_command', { command: 'true' }), { text: 'Done.' }])
  expect((await s.waits()).calls).toMatchObject([
    {
      preview: { command: { sandboxed: false, network: true } },
      risk: { level: 'high', reasons: ['Runs without a sandbox, with the server’s own rights'] },
    },
  ])
})

test('where the sandbox does not work the tool is off, and the tools and Health say why and what to do', async () => {
  const { health, tool } = await serving({ kind: 'bubblewrap', read: ['/etc/passwd/folder'] })
  const reason = expect.stringMatching(/bubblewrap.*does not work here.*passwd\/folder.*0\.8 or newer/)
  expect(health.sandbox).toMatchObject({ ok: false, kind: 'unavailable', reason })
  expect(tool).toMatchObject({ enabled: false, unavailable: reason })
})
