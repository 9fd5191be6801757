import { describe, expect, test } from 'vitest'
import { computeHere, type Job, JobOverdue } from '@/lib/domain/job'
import { judge, type PolicySubject } from '@/lib/domain/policy/judge'
import { narrowMatchers } from '@/lib/domain/policy/matches'
import type { Matcher, Rule } from '@/lib/domain/policy/rule'
import { fetchUrl } from './fetch-url'
import { fetched, fetches, previews, serveWeb } from './testing/web'

/** What a page with this content type and these bytes is given as. */
async function shownOf(contentType: string | null, body: string | Uint8Array): Promise<string> {
  const server = await serveWeb(response => {
    response.writeHead(200, contentType === null ? {} : { 'content-type': contentType }).end(body)
  })
  const text = await fetched({ url: `${server.url}/docs/a` }, { hosts: [server.host] })
  return text.replaceAll(server.url, 'http://host').split('\n\n').slice(1).join('\n\n')
}

describe('what a page says', () => {
  test('is its title and text, with the addresses of links, and nothing that is not shown', async () => {
    const page = `<!doctype html><html><head><title>The page</title><style>a{}</style><script>evil()</script></head>
      <body><h1>Heading</h1><p>Some <b>text</b> &amp; <a href="/more?a=1">more</a>, <a href="b">b</a>,
      <a href="https://other.test/">https://other.test/</a>, <a href="javascript:evil()">run</a>,
      <a href="data:text/html,evil">data</a>, <a href="#here">here</a>.</p>
      <div style="display: none">hidden one</div><p hidden>hidden two</p><p aria-hidden="true">hidden three</p>
      <noscript>no script</noscript><template>template</template><svg><text>drawn</text></svg>
      <img src="https://other.test/pixel?secret" alt="picture"><ul><li>one<li>two</ul>
      <table><tr><td>cell</td></tr></table><!-- a comment --></body></html>`
    const text = await shownOf('text/html', page)
    expect(text).toMatch(
      /^The page\n+Heading\n\nSome text & more \[http:\/\/host\/more\?a=1\], b \[http:\/\/host\/docs\/b\]/,
    )
    expect(text).toContain(', https://other.test/, run, data, here.')
    expect(text).toContain(' * one\n * two')
    expect(text).toContain('cell')
    expect(text).not.toMatch(/evil|hidden|template|drawn|comment|pixel|no script/)
  })

  const types: [string, string | null, string, string][] = [
    [
      'JSON as it came',
      'application/json',
      '{"n":1.0,"big":12345678901234567890}',
      '{"n":1.0,"big":12345678901234567890}',
    ],
    ['JSON of a kind of its own', 'application/problem+json; charset=utf-8', '{"a":1}', '{"a":1}'],
    ['plain text with signs of HTML', 'text/plain', '<b>not bold</b>', '<b>not bold</b>'],
    ['XML', 'application/xml', '<a>1</a>', '<a>1</a>'],
    ['text of no type', null, 'just text', 'just text'],
    ['HTML of no type', null, '<p>a <b>b</b></p>', 'a b'],
    ['text that is called bytes', 'application/octet-stream', 'just text', 'just text'],
    ['text that is called HTML', 'text/html', 'a < b\n  and so on', 'a < b\n  and so on'],
  ]
  test.each(types)('is %s', async (...[, contentType, body, text]) => {
    expect(await shownOf(contentType, body)).toBe(text)
  })

  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  const meta = '<meta http-equiv="content-type" content="text/html; charset=windows-1251">'
  const charsets: [string, string, Buffer, string][] = [
    ['by its header', 'text/plain; charset=ISO-8859-1', latin('caf\xe9'), 'café'],
    [
      'by its header, in quotes',
      'text/plain; charset="windows-1251"',
      latin('\xef\xf0\xe8\xe2\xe5\xf2'),
      'привет',
    ],
    ['by what HTML says of itself', 'text/html', latin(`${meta}<p>\xef\xf0\xe8\xe2\xe5\xf2`), 'привет'],
    ['by its first bytes', 'text/plain; charset=latin1', Buffer.from('\ufeffпривет'), 'привет'],
    ['of two bytes each', 'text/plain', Buffer.from('\ufeffпривет', 'utf16le'), 'привет'],
    ['Japanese', 'text/plain; charset=shift_jis', latin('\x93\xfa\x96\x7b'), '日本'],
    ['UTF-8 where nothing is said', 'text/plain', Buffer.from('привет'), 'привет'],
    [
      'unknown',
      'text/plain; charset=x-own',
      Buffer.from('привет'),
      'привет\n\n[Its character set, x-own, is not known: it was read as UTF-8.]',
    ],
  ]
  test.each(charsets)('is read in its character set: %s', async (...[, contentType, body, text]) => {
    expect(await shownOf(contentType, body)).toBe(text)
  })

  const binaries: [string, string | null, Buffer, RegExp][] = [
    [
      'a picture',
      'image/png',
      latin('\x89PNG\r\n\x1a\n\0\0'),
      /^\[It is not text and is not shown: a PNG image, 10 bytes\.\]$/,
    ],
    ['a picture that is called text', 'text/plain', latin('\x89PNG\r\n\x1a\n\0\0'), /a PNG image/],
    ['bytes', 'application/octet-stream', Buffer.alloc(100), /binary data, 100 bytes/],
    ['bytes that are called HTML', 'text/html', Buffer.alloc(100), /binary data, 100 bytes/],
    ['sound', 'audio/x-own', latin('some'), /audio\/x-own, 4 bytes/],
    ['bytes of no type', null, Buffer.alloc(100), /binary data/],
  ]
  test.each(binaries)('is not shown where it is %s', async (...[, contentType, body, text]) => {
    expect(await shownOf(contentType, body)).toMatch(text)
  })

  test('is told of where it is nested deeper than anybody reads', async () => {
    const text = await shownOf('text/html', `<p>top</p>${'<div>'.repeat(100_000)}deep`)
    expect(text).toMatch(/^top\n+…$/)
  })

  test('is worked out in another thread, however short its HTML is, and a stop or a deadline ends that', async () => {
    const server = await serveWeb(response =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>a'),
    )
    const sizes: number[] = []
    const compute = async <I, O>(job: Job<I, O>, input: I): Promise<O> => {
      sizes.push(job.size(input))
      return computeHere(job, input)
    }
    await fetched({ url: server.url }, { hosts: [server.host], compute })
    expect(sizes).toEqual([Number.POSITIVE_INFINITY])
    const overdue = (): Promise<never> => Promise.reject(new JobOverdue('read a page', 10_000))
    expect(await fetches({ url: server.url }, { hosts: [server.host], compute: overdue })).toMatchObject({
      kind: 'ok',
      text: expect.stringMatching(
        /^HTTP 200 OK[\s\S]*\[It took longer than 10 s to read a page\. It is not shown\.\]$/,
      ),
    })
  })
})

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
      ...{ method: request?.method, url: request?.url, body: request?.body },
    })
    const { host, connection, 'content-length': length, ...sent } = headers ?? {}
    const names = Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
    expect(sent).toEqual(Object.fromEntries(names))
    expect([host, connection, length]).toEqual([server.host, 'close', '10'])
  })

  const get = { url: 'https://example.com/' }
  const risks: [string, Parameters<typeof previews>[0], string[]][] = [
    ['a page', { url: 'https://example.com/page?a=1' }, []],
    ['another method', { ...get, method: 'DELETE' }, ['high: DELETE may change something there']],
    [
      'a body',
      { ...get, method: 'POST', body: 'a' },
      ['high: POST may change something there', 'high: Sends a body'],
    ],
    [
      'credentials',
      { ...get, headers: { Authorization: 'a', 'x-api-key': 'b', cookie: 'c', 'x-own': 'd' } },
      ['high: Sends credentials: Authorization, x-api-key, cookie'],
    ],
    [
      'no encryption',
      { url: 'http://example.com/' },
      ['high: Not encrypted: others may read and change it on its way'],
    ],
    ['a number', { url: 'https://8.8.8.8/' }, ['high: A number in the place of a host name']],
    ['a number in disguise', { url: 'https://134744072/' }, ['high: A number in the place of a host name']],
    [
      'look-alikes',
      { url: 'https://ex\u0430mple.com/' },
      ['high: A host name in another script, which may look like another one'],
    ],
    [
      'a long search',
      { url: `https://example.com/?${'a'.repeat(200)}` },
      ['high: A long address: it may carry data away'],
    ],
    [
      'a long path',
      { url: `https://example.com/${'a'.repeat(500)}` },
      ['high: A long address: it may carry data away'],
    ],
    [
      'a long name',
      { url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.com/` },
      ['high: A long address: it may carry data away'],
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
    expect(await previews(args)).toMatchObject({ kind: 'error', errors: [{ path }] })
    expect(await fetches(args)).toMatchObject({ kind: 'error' })
  })
})

describe('a rule', () => {
  const subject = (args: unknown, more: Partial<PolicySubject> = {}): PolicySubject => ({
    ...{ tool: fetchUrl.name, source: fetchUrl.source, readOnly: fetchUrl.readOnly, suspicions: [] },
    ...{ arguments: args, paths: fetchUrl.paths(args) },
    ...more,
  })
  const rule = (matchers: Matcher[], more: Partial<Rule> = {}): Rule => ({
    ...{ id: 'r', effect: 'allow', tool: 'fetch_url', matchers, scope: 'session', enabled: true, uses: 0 },
    ...{ reads: false, ...more },
  })
  const verdict = (args: unknown, ...rules: Rule[]): string =>
    judge(subject(args), { mode: 'ask', rules, now: '2026-11-25T00:00:00.000Z' }).verdict

  test('about reads does not cover it, and no mode lets it pass', () => {
    const reads = rule([], { tool: '*', reads: true })
    expect(verdict({ url: 'https://example.com/' }, reads)).toBe('ask')
    for (const mode of ['plan', 'ask', 'auto', 'full'] as const) {
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

  test('that is made of a call is about exactly that call', () => {
    const args = { url: 'https://example.com/a', headers: { accept: 'text/plain' } }
    const narrow = rule(narrowMatchers(args))
    expect(verdict(args, narrow)).toBe('allow')
    for (const more of [
      { method: 'POST' },
      { body: 'a' },
      { headers: {} },
      { url: 'https://example.com/a?b' },
    ]) {
      expect(verdict({ ...args, ...more }, narrow)).toBe('ask')
    }
  })
})
