import { expect, test } from 'vitest'
import { assemble, instructionsOf, ownParts } from './assemble'

const history = [{ role: 'user' as const, text: 'Hello' }]
const runContext = [...ownParts(undefined), { label: 'Skills', source: 'skills', text: 'A skill.' }]

const sources = (protocol: string | null) =>
  assemble({ runContext, history, protocol, form: { calls: 'native' } }).parts.map(({ source }) => source)

test('what stands before the history has one order', () => {
  expect(sources(null)).toEqual(['session/persona', 'instructions/review', 'skills'])
  expect(sources('Write calls so.')).toEqual([
    ...['session/persona', 'instructions/review', 'instructions/protocol', 'skills'],
  ])
})

test('its parts are one text', () => {
  const { parts, messages } = assemble({ runContext, history, protocol: null, form: { calls: 'native' } })
  expect(instructionsOf(parts)).toMatch(/^You are the agent of Countersign\.[\s\S]*\n\nA skill\.$/)
  expect(messages).toEqual(history)
})

test('a persona stands in the place of ours', () => {
  expect(ownParts('You are a cook.')[0]?.text).toBe('You are a cook.')
})
