import { expect, test } from 'vitest'
import { readyLine } from './server.mjs'

const origin = 'http://127.0.0.1:3000'
const token = 'a-token-of-thirty-two-characters&+#'

test('only a terminal is told the token, as an address takes it; elsewhere it is said where it is', () => {
  const line = (isTerminal, own) =>
    readyLine({ origin, token, isTerminal, settings: { dataDir: '/data', token: own } })
  for (const own of [undefined, token])
    expect(line(true, own)).toMatch(
      /: http:\/\/127\.0\.0\.1:3000\/\?token=a-token-of-thirty-two-characters%26%2B%23$/,
    )
  expect(line(false, undefined)).toContain('/data/token')
  expect(line(false, token)).toContain('COUNTERSIGN_TOKEN')
  expect(line(false, token)).not.toContain(token)
})
