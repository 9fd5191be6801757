import type { HtmlToTextOptions } from 'html-to-text'
import type { Job } from '@/lib/domain/job'
import { binaryKind } from '../files/text-content'

type WebPage = { bytes: Uint8Array; contentType: string; url: string }

/** What a page says. `binary`: what it seems to be, where that is no text. `note`: what was taken for granted. */
type PageText = { kind: 'text'; text: string; note: string | null } | { kind: 'binary'; binary: string }

/**
 * A body as readable text: HTML without what a browser does not show, everything else as it is. How long HTML takes
 * is for whoever wrote it to say, and not for its size.
 */
export const READ_PAGE: Job<WebPage, Promise<PageText>> = {
  name: 'read a page',
  size: ({ bytes, contentType }) => (mayBeHtml(contentType) ? Number.POSITIVE_INFINITY : bytes.length),
  longestMs: 10_000,
  isSlow: true,
  run: async page => {
    const { bytes, contentType } = page
    const charset = charsetOf(page)
    const decoder = decoderFor(charset)
    const binary = binaryOf(bytes, contentType, decoder?.encoding)
    if (binary !== null) return { kind: 'binary', binary }
    const text = (decoder ?? new TextDecoder()).decode(bytes)
    const unknown = `Its character set, ${charset?.slice(0, 40)}, is not known: it was read as UTF-8.`
    const isHtml = mayBeHtml(contentType) && /^\s*(<|$)/.test(text.slice(0, 1000))
    const whole = isHtml ? await readable(text, page.url) : text
    const notes = [
      ...(decoder === null ? [unknown] : []),
      ...(whole.length > MOST_CHARS
        ? ['Its text is longer than 2,000,000 characters; the rest is left out.']
        : []),
    ]
    return { kind: 'text', text: whole.slice(0, MOST_CHARS), note: notes.length > 0 ? notes.join(' ') : null }
  },
}

/** Indents, quotation marks and addresses may make much of little. */
const MOST_CHARS = 2_000_000

const typeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** Where nothing is said of it, too, as browsers do. */
const mayBeHtml = (contentType: string): boolean => /^$|^text\/html$|\bxhtml\+xml$/.test(typeOf(contentType))

const TEXT =
  /^$|^text\/|[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|x-ndjson|graphql|sql|toml|x-sh)$/

/** What it is if it is no text, by what is said of it, and by its bytes where those say otherwise. */
function binaryOf(bytes: Uint8Array, contentType: string, encoding: string | undefined): string | null {
  const kind = binaryKind(bytes)
  const isTextOfOther = encoding !== undefined && encoding !== 'utf-8'
  if (TEXT.test(typeOf(contentType))) return isTextOfOther && isOdd(kind) ? null : kind
  return typeOf(contentType) === 'application/octet-stream' ? kind : (kind ?? typeOf(contentType))
}

/** Text of another character set is no UTF-8, and looks odd as such. */
const isOdd = (kind: string | null): boolean => kind === 'binary data' || kind === 'UTF-16 text'

const BEGINNINGS: [bytes: number[], charset: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** By its first bytes, by its header, or by what HTML says of itself at its beginning; `null` if nothing says. */
function charsetOf({ bytes, contentType }: WebPage): string | null {
  const mark = BEGINNINGS.find(([start]) => start.every((byte, at) => bytes[at] === byte))
  if (mark) return mark[1]
  const header = CHARSET.exec(contentType)?.[1]
  if (header !== undefined || !mayBeHtml(contentType)) return header ?? null
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1')
  const own = META_CHARSET.exec(head)?.[1] ?? null
  // What is read byte by byte here is not UTF-16, whatever it says.
  return own !== null && /^utf-?16/i.test(own) ? 'utf-8' : own
}

const CHARSET = /charset\s*=\s*["']?([^\s;"']{1,100})/i
const META_CHARSET = /<meta[^>]{0,500}?charset\s*=\s*["']?([^\s;"'/>]{1,100})/i

/** `null`: it is not known. Where none is named it is UTF-8. */
function decoderFor(charset: string | null): TextDecoder | null {
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Deeper than people nest; what lies below is told of by an ellipsis. */
const LIMITS = { maxDepth: 100, maxInputLength: 4_000_000, ellipsis: '…' }

const NOT_SHOWN = [
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'canvas',
  'iframe',
  'object',
  'select',
  'img',
  '[hidden]',
  '[aria-hidden="true"]',
  '[style*="display:none"]',
  '[style*="display: none"]',
  '[style*="visibility:hidden"]',
  '[style*="visibility: hidden"]',
  '[style*="font-size:0"]',
]

/** A link of few characters may stand for a long address: all of them together are no longer than this. */
const MOST_LINK_CHARS = 1_000_000

/** Without a sign between them the words of two cells would be one. */
const CELL = { format: 'inlineSurround', options: { prefix: '| ', suffix: ' ' } }

/** The title and the text, with the addresses that links lead to. */
async function readable(html: string, url: string): Promise<string> {
  const { convert } = await import('html-to-text')
  let left = MOST_LINK_CHARS
  const addressOf = (href: string): string => {
    const address = left > 0 ? target(href, url) : ''
    left -= address.length
    return address
  }
  const options: HtmlToTextOptions = {
    wordwrap: false,
    baseElements: { selectors: ['title', 'body'], orderBy: 'selectors', returnDomByDefault: true },
    limits: LIMITS,
    selectors: [
      { selector: 'title', format: 'block', options: { trailingLineBreaks: 2 } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, pathRewrite: addressOf } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['th', 'td'].map(selector => ({ selector, ...CELL })),
      ...NOT_SHOWN.map(selector => ({ selector, format: 'skip' })),
    ],
  }
  return convert(html, options)
}

/** The whole address of a link; nothing where it leads nowhere else. */
function target(href: string, url: string): string {
  const link = URL.parse(href, url)
  if (!link || !/^(https?|mailto):$/.test(link.protocol) || href.startsWith('#')) return ''
  return link.href
}
