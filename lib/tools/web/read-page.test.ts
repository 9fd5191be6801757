import { describe, expect, test } from 'vitest'
import { computeHere, type Job, JobOverdue } from '@/lib/domain/job'
import { fetched, fetches, serveWeb } from './testing/web'

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
      <table><tr><th>name</th><th>value</th></tr><tr><td>one</td><td>1</td></tr></table><!-- a comment --></body></html>`
    const text = await shownOf('text/html', page)
    expect(text).toMatch(
      /^The page\n+Heading\n\nSome text & more \[http:\/\/host\/more\?a=1\], b \[http:\/\/host\/docs\/b\]/,
    )
    expect(text).toContain(', https://other.test/, run, data, here.')
    expect(text).toContain(' * one\n * two')
    expect(text).toMatch(/\| name \| value *\n\| one \| 1 *$/)
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

  test('is bounded, whatever little the page makes much of', async () => {
    const links = '<a href=b>c</a> '.repeat(90_000)
    const server = await serveWeb(response =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(links),
    )
    const url = `${server.url}/${'a'.repeat(8000)}/`
    const text = await fetched({ url }, { hosts: [server.host] })
    expect(text).toContain(`c [${url}b]`)
    expect(text.length).toBeLessThan(1_300_000)
    const deep = await shownOf('text/html', '<blockquote>a<br>'.repeat(90) + 'a<br>'.repeat(20_000))
    expect(deep).toMatch(/\[Its text is longer than 2,000,000 characters; the rest is left out\.\]$/)
  })

  test.each([
    new RangeError('Invalid string length'),
    Object.assign(new Error('Out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }),
  ])('is told to be too much where it is: %s', async error => {
    const server = await serveWeb()
    const compute = (): Promise<never> => Promise.reject(error)
    expect(await fetched({ url: server.url }, { hosts: [server.host], compute })).toContain('too much of it')
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
