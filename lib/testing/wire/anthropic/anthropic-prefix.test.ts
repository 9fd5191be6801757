import { expect, test } from 'vitest'
import { Ledger } from '../ledger'
import { plainAnthropic } from '../plain/plain-anthropic'
import type { Reading } from '../protocol'
import { anthropic } from './anthropic'
import { checkAnthropic } from './anthropic-check'

const ledger = new Ledger()
const options = { models: [{ id: 'binding', bindsPrefix: true }, { id: 'loose' }], ledger }
const BETA = 'thinking-binding-controls-2026-08-01'
const tool = { name: 'read', input_schema: { type: 'object' } }
const user = (text: string, change: object = {}) => ({
  role: 'user',
  content: [{ type: 'text', text, ...change }],
})
const BODY = { model: 'binding', system: 'Be brief', tools: [tool], messages: [user('Hello')] }
const binds = (prefix_mismatch_behavior: string) => ({
  thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior } },
})

function check(change: object, beta = `other-beta, ${BETA}`): Reading {
  const headers = {
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': beta,
  }
  return checkAnthropic({ headers, body: plainAnthropic.body({ ...BODY, ...change }, true) }, options)
}

/** The request after an answer with thinking, `change` having been made to what stood before it. */
function after(change: { messages?: object[]; [member: string]: unknown }) {
  const reading = check({})
  if (reading.kind !== 'ask') throw new Error(JSON.stringify(reading))
  const { content } = anthropic.frames({ reasoning: 'Because', text: 'Hi' }, reading.ask, ledger)
  const said = { role: 'assistant', content: plainAnthropic.hear(content.join('')).said }
  const { messages = BODY.messages, ...rest } = change
  const second = check({ ...rest, messages: [...messages, said, user('Go on')] })
  return second.kind === 'refused' ? second.refused.message : second.kind
}

test.each([
  ['nothing', {}],
  ['marks for the cache', { messages: [user('Hello', { cache_control: { type: 'ephemeral' } })] }],
  ['the way instructions are written', { system: [{ type: 'text', text: 'Be brief' }] }],
  ['instructions, where blocks are dropped', { system: 'Be long', ...binds('drop_block') }],
  ['instructions, on a model that does not look', { model: 'loose', system: 'Be long' }],
])('thinking comes back where there changed: %s', (_, change) => expect(after(change)).toBe('ask'))

test.each([
  ['instructions', { system: 'Be long' }, /bound to a different conversation.*`system` prompt differs/],
  ['tools', { tools: [] }, /`tools` list differs/],
  ['messages', { messages: [user('Other')] }, /An earlier message differs/],
  ['instructions, where it is asked for', { model: 'loose', system: 'x', ...binds('error') }, /`system`/],
])('thinking is refused where there changed: %s', (_, change, message) =>
  expect(after(change)).toMatch(message),
)

test('the setting is unknown to those who did not ask for the trial', () =>
  expect(check(binds('drop_block'), 'other-beta')).toMatchObject({
    refused: { message: 'thinking.adaptive.block_binding: Extra inputs are not permitted' },
  }))
