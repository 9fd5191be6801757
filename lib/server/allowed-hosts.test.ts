import { expect, test } from 'vitest'
import { allowedHosts, isAllowedHost } from './allowed-hosts'

const hosts = allowedHosts({
  host: '192.168.1.5',
  allowedHosts: ['Desk.Example', 'fe80::1'],
  origin: 'https://public.example:8443',
})

const OURS = [
  ...['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]', '[::1]:3000', '192.168.1.5:80'],
  ...['public.example', 'public.example:8443', 'desk.example', 'DESK.example:443', '[fe80::1]:3000'],
]
const OTHERS = [
  ...[
    'evil.test',
    'evil.test:3000',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'xlocalhost',
    'localhost.',
  ],
  ...['a@localhost', 'localhost@evil.test', 'localhost/evil', 'localhost:x', 'localhost:', '::1', '[::1', ''],
  ...['0.0.0.0', '0.0.0.0:3000', '[::]', 'localhost,evil.test', 'local host', 'desk.example:123456'],
]

test.each([...OURS, ...OTHERS])('whether %s is ours', header => {
  expect(isAllowedHost(header, hosts)).toBe(OURS.includes(header))
})

test('a server on all addresses has no name for that', () => {
  for (const host of ['0.0.0.0', '::', '[::]']) {
    expect(allowedHosts({ host, allowedHosts: [], origin: undefined })).toEqual([
      'localhost',
      '127.0.0.1',
      '[::1]',
    ])
  }
  expect(isAllowedHost(null, hosts)).toBe(false)
})
