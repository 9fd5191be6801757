import { NextRequest } from 'next/server'
import { describe, expect, test, vi } from 'vitest'
import { NO_PAGE, SECURITY_HEADERS } from '@/lib/server/http/security-headers'

const NEEDED = {
  DATABASE_URL: 'postgres://db/countersign',
  COUNTERSIGN_DATA_DIR: '/data',
  COUNTERSIGN_WORKSPACE: '/data/workspace',
  COUNTERSIGN_TOKEN: 'a-token-that-opens-test-servers-only',
  COUNTERSIGN_AUDIT_KEY: '5e'.repeat(32),
}

/** The proxy as a process of that role has it. */
async function proxyOf(role: 'all' | 'web' | 'worker') {
  vi.resetModules()
  for (const [name, value] of Object.entries({ ...NEEDED, COUNTERSIGN_ROLE: role })) vi.stubEnv(name, value)
  const { proxy } = await import('./proxy')
  return (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
    proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { host: '127.0.0.1:3000' }, ...init }))
}

const ANYTHING = [
  ...['/', '/?token=x', '/sessions/1', '/inbox', '/icon.svg', '/favicon.ico', '/_next/static/chunks/a.js'],
  ...['/figure/frame.html', '/figure/frame.mjs', '/figure/mermaid/mermaid.esm.min.mjs'],
  ...['/_next/image?url=x', '/api', '/api/sessions', '/api/sign-in?token=x', '/api/openapi.json'],
  ...['/api/healthy', '/api/health/x', '/API/HEALTH', '/api//health', '/x?/api/health'],
]

describe('a worker', () => {
  test.each(ANYTHING)('has nothing at %s', async path => {
    const ask = await proxyOf('worker')
    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
      const answer = ask(path, { method, headers: { host: 'localhost', rsc: '1' } })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  test('tells how it is', async () => {
    const ask = await proxyOf('worker')
    for (const path of ['/api/health', '/api/metrics'])
      expect(ask(path).headers.get('x-middleware-next')).toBe('1')
    expect(ask('/api/health?a=1').headers.get('x-middleware-next')).toBe('1')
  })
})

test.each(['all', 'web'] as const)('a process of role %s lets everything go on', async role => {
  const ask = await proxyOf(role)
  for (const path of ANYTHING) expect(ask(path).headers.get('x-middleware-next')).toBe('1')
})

test('a page or a file is only read', async () => {
  const ask = await proxyOf('all')
  for (const path of ['/', '/icon.svg', '/_next/static/chunks/a.js', '/apis']) {
    for (const method of ['OPTIONS', 'POST', 'DELETE']) {
      const answer = ask(path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  }
  for (const path of ['/api', '/api/sessions?a=1'])
    expect(ask(path, { method: 'OPTIONS' }).headers.get('x-middleware-next')).toBe('1')
})

test.each(['all', 'web', 'worker'] as const)(
  'a process of role %s asks first whom a request is meant for',
  async role => {
    const ask = await proxyOf(role)
    for (const path of [...ANYTHING, '/api/health']) {
      const answer = ask(path, { headers: { host: 'evil.test' } })
      expect(answer.status).toBe(421)
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(answer.headers.get(name)).toBe(value)
    }
  },
)

test('the messages of pages are no page', async () => {
  const { headers } = (await proxyOf('all'))('/messages/en.0.json')
  expect(headers.get('content-security-policy')).toBe(NO_PAGE['content-security-policy'])
})

test('what Next would stumble over is told in our own words', async () => {
  const ask = await proxyOf('all')
  for (const path of ['/%', '/api/sessions/%ff', '/sessions/%E0%A4%A']) expect(ask(path).status).toBe(404)
  const answer = ask('/api/sessions', { method: 'PROPFIND', headers: { host: 'localhost' } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([
    405,
    'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  ])
})

test('what draws diagrams has no origin, loads nothing but itself, and stands in our pages only', async () => {
  const ask = await proxyOf('all')
  for (const path of ['/figure/frame.html', '/figure/frame.mjs', '/figure/mermaid/mermaid.esm.min.mjs']) {
    const { headers } = ask(path)
    expect(headers.get('content-security-policy')).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    )
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('set-cookie')).toBe(false)
  }
  for (const path of ['/', '/figure', '/figures/x', '/api/figure/x', '/_next/figure/x']) {
    const { headers } = ask(path)
    expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
    expect([path, headers.has('access-control-allow-origin')]).toEqual([path, false])
  }
})
