import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { InternalHosts, plainInternalHost } from './internal-host'

table([
  ['wiki.internal', 'wiki.internal'],
  [' Wiki.Internal. ', 'wiki.internal'],
  ['wiki.internal:8080', 'wiki.internal:8080'],
  ['wiki.internal:0443', 'wiki.internal:443'],
  ['wiki.internal:80', 'wiki.internal:80'],
  ['127.0.0.1', '127.0.0.1'],
  ['0x7f.1:3000', '127.0.0.1:3000'],
  ['[::1]:3000', '[::1]:3000'],
  ['[0:0::1]', '[::1]'],
  ['вики.рф', 'xn--b1amah.xn--p1ai'],
])('what is written names its host', (text, host) => expect(plainInternalHost(text)).toBe(host))

test.each([
  ...['', ' ', '*', '*.internal', 'http://wiki.internal', 'wiki.internal/path', 'a@b', 'wiki.internal:0'],
  ...[
    'wiki.internal:65536',
    'wiki.internal:',
    'a b',
    'a\\b',
    '::1',
    '[::1',
    'a?b',
    'a#b',
    'a%2eb',
    '10.0.0.0/8',
  ],
])('%j names no host', text => expect(plainInternalHost(text)).toBe(null))

test('a list holds each host once', () => {
  expect(InternalHosts.parse(['a.internal', 'A.internal.', 'a.internal:80'])).toEqual([
    'a.internal',
    'a.internal:80',
  ])
  expect(InternalHosts.safeParse(['10.0.0.0/8']).success).toBe(false)
})
