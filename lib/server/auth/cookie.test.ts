import { describe, expect, test } from 'vitest'
import { cookieHeader, readCookie, sameSecret } from './cookie'

describe('the cookie', () => {
  test('has a name of its own on each port, and is found among others', () => {
    const [one, other] = ['127.0.0.1:3000', '127.0.0.1:3001'].map(
      host => cookieHeader(new Headers({ host }), undefined, { value: 'v' }).split('=')[0],
    )
    expect(one).not.toBe(other)
    const cookie = `a=b; ${one}=mine; ${other}=theirs; x`
    const read = (headers: Record<string, string>) => readCookie(new Headers(headers), undefined)
    expect(read({ host: '127.0.0.1:3000', cookie })).toBe('mine')
    expect(read({ host: '127.0.0.1:3002', cookie })).toBeNull()
    expect(read({ host: '127.0.0.1:3000', cookie: `${one}=` })).toBeNull()
    expect(read({ host: 'desk.example' })).toBeNull()
  })

  test('over TLS is bound to its host by its name, whatever a proxy makes of Host', () => {
    const [host, origin] = ['127.0.0.1:3000', 'https://desk.example']
    const set = cookieHeader(new Headers({ host, 'x-forwarded-proto': 'http' }), origin, { value: 'v' })
    expect(set).toBe(
      '__Host-countersign-session=v; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure',
    )
    const cookie = 'countersign-3000=plain; countersign-session=plain; __Host-countersign-session=mine'
    expect(readCookie(new Headers({ host, cookie }), origin)).toBe('mine')
    expect(readCookie(new Headers({ host, cookie }), 'https://desk.example:8443')).toBeNull()
    expect(
      cookieHeader(new Headers({ host, 'x-forwarded-proto': 'https' }), undefined, { value: 'v' }),
    ).not.toMatch(/__Host-|Secure/)
  })
})

test('secrets are compared whole', () => {
  expect(sameSecret('a'.repeat(32), 'a'.repeat(32))).toBe(true)
  for (const guess of ['', 'a', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}b`]) {
    expect(sameSecret(guess, 'a'.repeat(32))).toBe(false)
  }
})
