import { describe, expect, test } from 'vitest'
import { judge, type PolicySubject } from '@/lib/domain/policy/judge'
import type { Matcher, Rule } from '@/lib/domain/policy/rule'
import { aRule } from '@/test/factories'
import { fetchUrl } from './fetch-url'
import { fetched, fetches, previews, serveWeb } from './testing/web'

test.each([404, 500, 204, 401])('an answer %i is an answer', async status => {
  const server = await serveWeb(response => response.writeHead(status).end(status === 204 ? '' : 'why'))
  expect(await fetches({ url: server.url }, { hosts: [server.host] })).toMatchObject({
    kind: 'ok',
    text: expect.stringMatching(new RegExp(`^HTTP ${status} `)),
    details: { status, url: `${server.url}/`, redirects: [] },
  })
})

describe('a card', () => {
  test('shows the request as it is sent', async () => {
    const server = await serveWeb()
    const args = {
      url: `http://${server.host}/a b?c=ü#d`,
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Accept: 'text/plain' },
      body: 'content ü',
    }
    const shown = await previews(args, { hosts: [server.host] })
    if (shown.kind !== 'preview') throw new Error(shown.message)
    const { request } = shown.preview
    expect(shown.preview).toEqual({
      kind: 'request',
      summary: `POST ${server.url}/a%20b?c=%C3%BC`,
      codedText: { code: 'web.request', params: { method: 'POST', url: `${server.url}/a%20b?c=%C3%BC` } },
      request: {
        method: 'POST',
        url: `${server.url}/a%20b?c=%C3%BC`,
        headers: { ...args.headers, 'user-agent': 'Countersign', 'accept-encoding': 'gzip, br' },
        body: 'content ü',
      },
      preconditions: [],
    })
    await fetched(args, { hosts: [server.host] })
    const { headers, method, path, body } = server.ledger[0] ?? {}
    expect({ method, url: `${server.url}${path}`, body }).toEqual({
      method: request?.method,
      url: request?.url,
      body: request?.body,
    })
    const { host, connection, 'content-length': length, ...sent } = headers ?? {}
    const names = Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
    expect(sent).toEqual(Object.fromEntries(names))
    expect([host, connection, length]).toEqual([server.host, 'close', '10'])
  })

  const get = { url: 'https://example.com/' }
  const risks: [string, Parameters<typeof previews>[0], string[]][] = [
    ['a page', { url: 'https://example.com/page?a=1' }, []],
    ['another method', { ...get, method: 'DELETE' }, ['high: DELETE may change data']],
    [
      'a body',
      { ...get, method: 'POST', body: 'a' },
      ['high: POST may change data', 'high: Sends a request body'],
    ],
    [
      'credentials',
      { ...get, headers: { Authorization: 'a', 'x-api-key': 'b', cookie: 'c', 'x-own': 'd' } },
      ['high: Sends credentials: Authorization, x-api-key, cookie'],
    ],
    [
      'no encryption',
      { url: 'http://example.com/' },
      ['high: Not encrypted: others may read or change it in transit'],
    ],
    ['a number', { url: 'https://8.8.8.8/' }, ['high: A number instead of a host name']],
    ['a number in disguise', { url: 'https://134744072/' }, ['high: A number instead of a host name']],
    [
      'look-alikes',
      { url: 'https://ex\u0430mple.com/' },
      ['high: Host name in another script: may be a look-alike'],
    ],
    [
      'a long search',
      { url: `https://example.com/?${'a'.repeat(200)}` },
      ['high: Long address: may carry data out'],
    ],
    [
      'a long path',
      { url: `https://example.com/${'a'.repeat(500)}` },
      ['high: Long address: may carry data out'],
    ],
    [
      'a long name',
      { url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.com/` },
      ['high: Long address: may carry data out'],
    ],
  ]
  test.each(risks)('says what is dangerous about %s', async (_, args, told) => {
    const shown = await previews(args)
    if (shown.kind !== 'preview') throw new Error(shown.message)
    expect(shown.risks.map(({ level, reason }) => `${level}: ${reason}`)).toEqual(told)
  })

  test('says that the owner opened an internal host', async () => {
    const shown = await previews({ url: 'https://wiki.internal/' }, { hosts: ['wiki.internal'] })
    expect(shown).toMatchObject({
      risks: [{ level: 'medium', reason: 'Internal host, allowed by the owner' }],
    })
  })

  const faults: [string, Parameters<typeof previews>[0], string][] = [
    ['a header of the connection', { ...get, headers: { Host: 'other.test' } }, '/headers/Host'],
    ['a proxy', { ...get, headers: { 'Proxy-Authorization': 'a' } }, '/headers/Proxy-Authorization'],
    ['a length of its own', { ...get, headers: { 'content-length': '1' } }, '/headers/content-length'],
    ['a name with a line break', { ...get, headers: { 'a\r\nb': 'c' } }, '/headers/a\r\nb'],
    ['a value with a line break', { ...get, headers: { a: 'b\r\nHost: other.test' } }, '/headers/a'],
    ['a value beyond Latin-1', { ...get, headers: { a: 'привет' } }, '/headers/a'],
    ['one header twice', { ...get, headers: { a: 'b', A: 'c' } }, '/headers'],
    ['a body to a GET', { ...get, body: 'a' }, '/body'],
  ]
  test.each(faults)('is not made of a request with %s', async (_, args, path) => {
    expect(await previews(args)).toMatchObject({
      kind: 'error',
      errors: [{ path }],
      codedText: { parts: [{ code: expect.any(String) }] },
    })
    expect(await fetches(args)).toMatchObject({ kind: 'error' })
  })
})

describe('a rule', () => {
  const subject = (args: unknown, more: Partial<PolicySubject> = {}): PolicySubject => ({
    tool: fetchUrl.name,
    source: fetchUrl.source,
    readOnly: fetchUrl.readOnly,
    changed: false,
    suspicions: [],
    arguments: args,
    paths: fetchUrl.paths(args),
    reach: fetchUrl.reach(args),
    ...more,
  })
  const rule = (matchers: Matcher[], more: Partial<Rule> = {}): Rule =>
    aRule({ tool: 'fetch_url', matchers, ...more })
  const verdict = (args: unknown, ...rules: Rule[]): string =>
    judge(subject(args), { mode: 'ask', rules, now: '2026-11-25T00:00:00.000Z' }).verdict

  test('about reads does not cover it, and no mode but full lets it pass', () => {
    const reads = rule([], { tool: '*', reads: true })
    expect(verdict({ url: 'https://example.com/' }, reads)).toBe('ask')
    for (const mode of ['plan', 'ask', 'auto'] as const) {
      const policy = { mode, rules: [], now: '2026-11-25T00:00:00.000Z' }
      expect(judge(subject({ url: 'https://example.com/' }), policy).verdict).toBe('ask')
    }
  })

  const host: Matcher = { argument: '/url', kind: 'host', value: 'example.com' }
  const rows: [string, string][] = [
    ['https://example.com/a?b', 'allow'],
    ['https://EXAMPLE.com./a', 'allow'],
    ['https://www.example.com/', 'ask'],
    ['https://example.com:8443/', 'ask'],
    ['https://example.com.evil.test/', 'ask'],
    ['https://evil.test/example.com', 'ask'],
    ['https://example.com@evil.test/', 'ask'],
    ['https://evil.test\\@example.com/', 'ask'],
  ]
  test.each(rows)('about a host and %s: %s', (url, expected) => {
    expect(verdict({ url }, rule([host]))).toBe(expected)
  })
})
