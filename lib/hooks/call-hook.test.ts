import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { aHook } from '@/test/factories'
import { table } from '@/test/table'
import { callHook } from './call-hook'

const SCOPE = { cwd: tmpdir(), environment: (name: string) => (name === 'KEPT' ? 'from here' : undefined) }
const PAYLOAD = { point: 'tool_start', tool: 'run_command', sessionId: 's' }

/** What a command does, and what is made of it. */
const COMMANDS: [string, string, RegExp][] = [
  ['cat', 'text', /^{"point":"tool_start","tool":"run_command","sessionId":"s"}$/],
  ['echo $COUNTERSIGN_EVENT $COUNTERSIGN_TOOL $COUNTERSIGN_SESSION', 'text', /^tool_start run_command s$/],
  ['echo $OWN "$KEY" $TEST_SEED$NODE_ENV$VITEST.', 'text', /^mine from here \.$/],
  ['exit 2', 'blocks', /code 2/],
  ['echo not on main >&2; exit 1', 'blocks', /^not on main$/],
  ['kill -9 $$', 'failed', /SIGKILL/],
  ['sleep 60', 'failed', /within 1.5 s/],
  ['yes', 'failed', /more than 256 KB/],
  ['trap "" TERM INT; sleep 60 & sleep 60', 'failed', /within 1.5 s/],
  ['setsid sleep 3 & echo here', 'text', /^here$/],
]

table(COMMANDS)(
  'a command has its say in its time, and no longer',
  async (command, kind, text) => {
    const began = performance.now()
    const env = { OWN: 'mine', KEY: { fromEnv: 'KEPT' } }
    const reply = await callHook(aHook({ run: { command }, env }), PAYLOAD, SCOPE)
    expect(reply.kind).toBe(kind)
    expect(('text' in reply ? reply.text : reply.reason).trim()).toMatch(text)
    expect(performance.now() - began).toBeLessThan(3_000)
  },
  60_000,
)

test('an address gets the payload, and an answer that is none is a failure', async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(Buffer.concat(chunks).toString())
    if (request.url === '/hangs') return
    const status = Number(request.url?.slice(1))
    response.writeHead(status, { location: '/200' }).end('{"ask":true}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const answers: string[] = []
  for (const path of ['200', '500', '302', 'hangs']) {
    const reply = await callHook(aHook({ run: { url: `http://127.0.0.1:${port}/${path}` } }), PAYLOAD, SCOPE)
    answers.push(`${path} ${reply.kind}`)
  }
  const gone = await callHook(aHook({ run: { url: 'http://127.0.0.1:1/' } }), PAYLOAD, SCOPE)
  expect([...answers, gone.kind]).toEqual(['200 text', '500 failed', '302 failed', 'hangs failed', 'failed'])
  expect(bodies[0]).toBe(JSON.stringify(PAYLOAD))
})
