import { expect, test } from 'vitest'
import { readBaseUrl } from './provider'

test.each([
  ['http://localhost:1234', 'http://localhost:1234/v1'],
  ['http://localhost:1234/', 'http://localhost:1234/v1'],
  ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
  [' https://host/api/v1// ', 'https://host/api/v1'],
  ['http://[::1]:8080', 'http://[::1]:8080/v1'],
])('%s is %s', (text, url) => expect(readBaseUrl(text, '/v1')).toEqual({ ok: true, url }))

test.each([
  '',
  'localhost',
  'localhost:1234',
  'ftp://host',
  'http://a:b@host',
  'http://host/?x=1',
  'http://host/#x',
])('%j is refused in words', text =>
  expect(readBaseUrl(text, '/v1')).toEqual({
    ok: false,
    why: { code: expect.any(String), params: { name: 'own' } },
  }),
)
