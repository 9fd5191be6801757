import { expect, onTestFinished, test } from 'vitest'
import { startWireServer } from '@/test/wire/start-wire-server'
import { calls, refused, type Scripted, scenario } from '@/test/world/scenario'

const done: Scripted = { text: 'Done.' }
const nested = (depth: number): string => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
const FAR_TOO_DEEP = nested(20_000)
const SAID = /nested more than 100 levels/

test('arguments that nest so deep that whoever walks them would drown settle their Call, and are refused of a person', async () => {
  const s = await scenario()
  const deep = [200, 20_000].map(depth => ({ name: 'gated_write', arguments: nested(depth) }))
  const unknown = { name: 'no_such_tool', arguments: FAR_TOO_DEEP }
  await s.plays([{ calls: [...deep, unknown, ...(calls('gated_write a!').calls ?? [])] }, done])
  await s.waitsOn('gated_write')
  for (const depth of [200, 20_000]) {
    const answer = await s.rules('gated_write a!', { kind: 'edit', argumentsText: nested(depth) })
    expect(refused(answer, 'invalid_arguments').more.errors?.[0]?.message).toMatch(SAID)
  }
  await s.approves('gated_write a!')
  await s.ends('final_text')
  expect(await s.results()).toEqual([
    ...Array(2).fill('gated_write: error'),
    'no_such_tool: error',
    'gated_write: ok',
  ])
  const told = (await s.sent(2)).filter(line => line.startsWith('result'))
  for (const line of told.slice(0, 2)) expect(line).toMatch(SAID)
  expect(told[2]).toMatch(/Unknown tool/)
  expect(s.gates.begun).toEqual(['a!'])
})

test('they neither hinder a provider’s reply from being kept, nor the next Request', async () => {
  const server = await startWireServer()
  onTestFinished(server.close)
  server.script([
    { calls: [{ name: 'gated_write', argumentsText: FAR_TOO_DEEP }], chunkChars: 9_000 },
    { text: 'Done.' },
  ])
  const models = server.accounts
  const s = await scenario({ model: 'compatible:small' }, { server: { models } })
  await s.says('Hello.')
  await s.ends('final_text')
  expect(await s.results()).toEqual(['gated_write: error'])
  expect(server.requests).toHaveLength(2)
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(SAID)
})
