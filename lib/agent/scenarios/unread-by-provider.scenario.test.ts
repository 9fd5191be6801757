import { expect, test } from 'vitest'
import { providerWorld } from '@/test/world/provider-world'
import type { Scenario } from '@/test/world/scenario'

const told = providerWorld()
const GARBLED = { calls: [{ name: 'gated_write', argumentsText: '{"name": "a' }] }

const talking = () => told({ model: 'google:gemini-4-argon' })

const issues = async (s: Scenario) =>
  (await s.events()).flatMap(event => (event.type === 'parse.issue' ? [event.data] : []))

test('a call that the provider itself could not read is told to the model, and asked for again', async () => {
  const { s, wire } = await talking()
  wire.script([GARBLED, { text: 'Done.' }])
  await s.says('Write it.')
  await s.ends('final_text')
  expect(wire.requests).toHaveLength(2)
  expect(JSON.stringify(wire.requests[1]?.body)).toContain('Write the call once more')
  expect(await s.texts()).toContainEqual(expect.stringMatching(/^notice: .*could not read/))
  expect(await issues(s)).toMatchObject([{ number: 1, reason: expect.stringContaining('could not read') }])
})

test('three such replies in a row end the run', async () => {
  const { s, wire } = await talking()
  wire.script([GARBLED, GARBLED, GARBLED])
  await s.says('Write it.')
  await s.ends('malformed')
  expect(wire.requests).toHaveLength(3)
})
