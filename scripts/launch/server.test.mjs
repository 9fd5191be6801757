import { expect, test } from 'vitest'
import { readyLine } from './server.mjs'

const token = 'a-token-of-thirty-two-characters'
const origin = 'http://127.0.0.1:3000'
const made = { dataDir: '/data', token: undefined }

test.each([
  [true, made, 'http://127.0.0.1:3000/?token=a-token-of-thirty-two-characters'],
  [true, { ...made, token }, 'http://127.0.0.1:3000/?token=a-token-of-thirty-two-characters'],
  [false, made, 'http://127.0.0.1:3000/ (token in /data/token)'],
  [false, { ...made, token }, 'http://127.0.0.1:3000/ (token as COUNTERSIGN_TOKEN)'],
])('where it goes to a terminal: %j, with %j', (isTerminal, settings, line) => {
  expect(readyLine({ origin, token, isTerminal, settings })).toBe(`Countersign is ready: ${line}`)
})

test('only a terminal is told the token, as an address takes it', () => {
  const odd = { origin, token: `${token}&+#`, settings: { dataDir: '/data', token: `${token}&+#` } }
  expect(readyLine({ ...odd, isTerminal: true })).toMatch(/token=a-token-of-thirty-two-characters%26%2B%23$/)
  expect(readyLine({ ...odd, isTerminal: false })).not.toContain(token)
})
