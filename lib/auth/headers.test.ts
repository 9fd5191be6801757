import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy'
import { cookieHeader, readCookie } from './cookie'
import { isOwnOrigin } from './own-origin'
import { sameSecret } from './same-secret'

const asked = (headers: Record<string, string>, url = 'http://127.0.0.1:3000/') =>
  new Request(url, { headers })
const from = (origin: string, host = '127.0.0.1:3000') => isOwnOrigin(new Headers({ host, origin }))

describe('the origin of a request', () => {
  test.each(['http://127.0.0.1:3000', 'https://127.0.0.1:3000'])('%s is our own', origin => {
    expect(from(origin)).toBe(true)
  })

  test.each([
    ...['null', 'http://127.0.0.1:3001', 'http://localhost:3000', 'http://127.0.0.1', 'http://evil.test'],
    ...['file://127.0.0.1:3000', 'http://127.0.0.1:3000/', 'http://a@127.0.0.1:3000', '127.0.0.1:3000', '*'],
  ])('%s is not', origin => {
    expect(from(origin)).toBe(false)
  })

  test('counts with the usual port, written or not', () => {
    expect(from('https://desk.example', 'desk.example')).toBe(true)
    expect(from('https://desk.example', 'desk.example:443')).toBe(true)
    expect(from('http://desk.example', 'desk.example:80')).toBe(true)
    expect(from('http://desk.example', 'desk.example:443')).toBe(false)
  })

  test('is told by a browser in another way as well', () => {
    const site = (value: string) => isOwnOrigin(new Headers({ host: 'a', 'sec-fetch-site': value }))
    expect(['same-origin', 'none', 'same-site', 'cross-site', 'x'].map(site)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isOwnOrigin(new Headers({ host: 'a' }))).toBe(true)
  })
})

describe('the cookie', () => {
  test('has a name of its own on each port, and is found among others', () => {
    const [one, other] = ['127.0.0.1:3000', '127.0.0.1:3001'].map(
      host => cookieHeader(asked({ host }), 'v').split('=')[0],
    )
    expect(one).not.toBe(other)
    const cookie = `a=b; ${one}=mine; ${other}=theirs; x`
    expect(readCookie(asked({ host: '127.0.0.1:3000', cookie }).headers)).toBe('mine')
    expect(readCookie(asked({ host: '127.0.0.1:3002', cookie }).headers)).toBeNull()
    expect(readCookie(asked({ host: '127.0.0.1:3000', cookie: `${one}=` }).headers)).toBeNull()
    expect(readCookie(asked({ host: 'desk.example' }).headers)).toBeNull()
  })
})

test('secrets are compared whole', () => {
  expect(sameSecret('a'.repeat(32), 'a'.repeat(32))).toBe(true)
  for (const given of ['', 'a', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}b`]) {
    expect(sameSecret(given, 'a'.repeat(32))).toBe(false)
  }
})

test('the policy of a page names its nonce, and lets in nothing unsafe unless it is being developed', () => {
  const policy = contentSecurityPolicy('N', { isDevelopment: false })
  expect(policy).toBe(
    "default-src 'none'; script-src 'self' 'nonce-N' 'strict-dynamic'; style-src 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  )
  expect(contentSecurityPolicy('N', { isDevelopment: true })).toContain("'unsafe-eval'")
})
