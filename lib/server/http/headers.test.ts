import { describe, expect, test } from 'vitest'
import { isOwnOrigin } from './guard'
import { contentSecurityPolicy } from './security-headers'

const from = (origin: string, host = '127.0.0.1:3000') =>
  isOwnOrigin(new Headers({ host, origin }), undefined)

describe('the origin of a request', () => {
  const own = ['http://127.0.0.1:3000', 'https://127.0.0.1:3000']
  test.each([
    ...own,
    ...['null', 'http://127.0.0.1:3001', 'http://localhost:3000', 'http://127.0.0.1', 'http://evil.test'],
    ...['file://127.0.0.1:3000', 'http://127.0.0.1:3000/', 'http://a@127.0.0.1:3000', '127.0.0.1:3000', '*'],
  ])('whether %s is our own', origin => {
    expect(from(origin)).toBe(own.includes(origin))
  })

  test('counts with the usual port, written or not', () => {
    expect(from('https://desk.example', 'desk.example')).toBe(true)
    expect(from('https://desk.example', 'desk.example:443')).toBe(true)
    expect(from('http://desk.example', 'desk.example:80')).toBe(true)
    expect(from('http://desk.example', 'desk.example:443')).toBe(false)
  })

  test('is the public one whatever Host says, and no other of the public host', () => {
    const to = (origin: string, host: string) =>
      isOwnOrigin(new Headers({ host, origin }), 'https://desk.example')
    for (const host of ['desk.example', '127.0.0.1:3000']) {
      expect(to('https://desk.example', host)).toBe(true)
      for (const origin of ['http://desk.example', 'https://desk.example:444', 'https://evil.test', 'null'])
        expect([origin, to(origin, host)]).toEqual([origin, false])
    }
    expect(to('http://127.0.0.1:3000', '127.0.0.1:3000')).toBe(true)
  })

  test('is told by a browser in another way as well', () => {
    const site = (value: string) =>
      isOwnOrigin(new Headers({ host: 'a', 'sec-fetch-site': value }), undefined)
    expect(['same-origin', 'none', 'same-site', 'cross-site', 'x'].map(site)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isOwnOrigin(new Headers({ host: 'a' }), undefined)).toBe(true)
  })
})

test('the policy of a page names its nonce, and lets in nothing unsafe unless it is being developed', () => {
  const policy = contentSecurityPolicy('N', { isDevelopment: false })
  expect(policy).toBe(
    "default-src 'none'; script-src 'self' 'nonce-N' 'strict-dynamic'; style-src 'self' 'nonce-N'; worker-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; font-src 'self'; manifest-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  )
  expect(contentSecurityPolicy('N', { isDevelopment: true })).toContain("'unsafe-eval'")
})
