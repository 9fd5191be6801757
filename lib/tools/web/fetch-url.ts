import * as z from 'zod'
import { type FieldError, fieldFault } from '@/lib/domain/contract/problem'
import { isJobOverdue } from '@/lib/domain/job'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { inEnglish, type StoredText } from '@/lib/messages/phrase'
import { pointerTo } from '@/lib/text/json/json-value'
import { counted, oneLine } from '@/lib/text/truncate'
import {
  defineTool,
  type PerformContext,
  previewSummary,
  type ToolDefinition,
  type ToolOutcome,
  WRITE,
} from '../define-tool'
import { stoppedBy } from '../run-tool'
import { type ExchangeLimits, exchange, type WebResponse } from './exchange'
import { NETWORK, type Network } from './guarded-client'
import { READ_PAGE } from './read-page'
import type { WebRequest } from './redirect'
import { ACCEPTED_CODINGS } from './unpack-body'
import { isNumericHost, readAddress } from './web-address'

const Arguments = z.strictObject({
  url: z.string().min(1).max(8192).describe('The whole address, with http:// or https://.'),
  method: z
    .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    .optional()
    .describe('Without it GET.'),
  headers: z.record(z.string(), z.string()).optional().describe('Headers to send, by their names.'),
  body: z
    .string()
    .optional()
    .describe('What to send with it, with a header content-type that says what it is.'),
})
type Arguments = z.output<typeof Arguments>

const LIMITS: ExchangeLimits = { connectMs: 10_000, headersMs: 30_000, idleMs: 15_000, totalMs: 60_000 }

/** What of the outside differs in tests: what names stand for, and how long is too long. */
export type FetchOptions = { network?: Network; limits?: Partial<ExchangeLimits> }

/**
 * It is no read: whoever is asked for an address learns what is in it. So it asks in every mode, and no rule about
 * reads covers it.
 */
export const createFetchUrl = ({ network = NETWORK, limits = {} }: FetchOptions = {}): ToolDefinition =>
  defineTool({
    name: 'fetch_url',
    title: 'Fetch from the web',
    description:
      'Sends a request to a public web address and gives the answer as text; of HTML what can be read of it, with the ' +
      'addresses of links in brackets. A redirect to another host is told and not followed. At most 2 MB are read. ' +
      'The first line has the status: an answer such as 404 is no failure of the tool.',
    ...WRITE,
    arguments: Arguments,
    paths: () => [],
    reach: ({ method = 'GET', headers = {}, body }) => [
      '/url',
      ...(method === 'GET' || method === 'HEAD' ? [] : ['/method']),
      ...Object.keys(headers).map(name => pointerTo('headers', name)),
      ...(body === undefined ? [] : ['/body']),
    ],
    preview: async (args, context) => {
      const request = readRequest(args, await context.internalHosts())
      if (request.kind === 'faulty') {
        const { errors } = request
        const parts = errors.flatMap(({ codedText }) => codedText ?? [])
        const codedText: StoredText = { code: 'plain.lines', parts, joint: 'lines' }
        return { kind: 'error', message: inEnglish(codedText), codedText, errors }
      }
      const { method, url, headers, body } = request
      const sent = { method, url: url.href, headers, ...(body === undefined ? {} : { body }) }
      const summary = previewSummary({ code: 'web.request', params: { method, url: oneLine(url.href) } })
      const preview = { kind: 'request' as const, ...summary, request: sent, preconditions: [] }
      return { kind: 'preview', preview, risks: risksOf(request, args.headers ?? {}) }
    },
    perform: async (args, context) => {
      const internalHosts = await context.internalHosts()
      const request = readRequest(args, internalHosts)
      if (request.kind === 'faulty') {
        return { kind: 'error', text: request.errors.map(error => error.message).join(' ') }
      }
      const { signal, beforeEffect } = context
      const options = { network, internalHosts, signal, beforeEffect, limits: { ...LIMITS, ...limits } }
      const response = await exchange(request, options)
      if (response.kind === 'failed')
        return { kind: 'error', text: response.text, details: { sent: response.sent } }
      return answer(response, request.method, context)
    },
  })

export const fetchUrl = createFetchUrl()

type ReadRequest =
  | (WebRequest & { kind: 'request'; isInternal: boolean })
  | { kind: 'faulty'; errors: FieldError[] }

function readRequest(args: Arguments, internalHosts: readonly string[]): ReadRequest {
  const { method = 'GET', body } = args
  const address = readAddress(args.url, internalHosts)
  const errors = [
    ...(address.kind === 'refused' ? [fieldFault('/url', address.codedText)] : []),
    ...headerErrors(args.headers ?? {}),
    ...(body !== undefined && (method === 'GET' || method === 'HEAD')
      ? [fieldFault('/body', { code: 'path.noBody', params: { method } })]
      : []),
  ]
  if (address.kind === 'refused' || errors.length > 0) return { kind: 'faulty', errors }
  const { url, isInternal } = address
  return { kind: 'request', method, url, headers: sentHeaders(args.headers ?? {}), body, isInternal }
}

/** They belong to the connection, or to what this tool can read. */
const OWN_HEADERS =
  /^(host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

function headerErrors(headers: Record<string, string>): FieldError[] {
  const names = Object.keys(headers)
  const errors = names.flatMap(name => {
    const path = pointerTo('headers', name)
    if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name))
      return [fieldFault(path, { code: 'path.noHeader', params: { path: oneLine(name) } })]
    if (OWN_HEADERS.test(name)) return [fieldFault(path, { code: 'path.ownHeader', params: { path: name } })]
    const isValid = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/.test(headers[name] ?? '')
    return isValid ? [] : [fieldFault(path, { code: 'path.badHeader', params: { path: name } })]
  })
  const twice = new Set(names.map(name => name.toLowerCase())).size < names.length || names.length > 50
  return twice ? [...errors, fieldFault('/headers', { code: 'path.manyHeaders' })] : errors
}

/** All that is sent but for host, connection and length, which follow from it. */
function sentHeaders(headers: Record<string, string>): Record<string, string> {
  const names = Object.keys(headers).map(name => name.toLowerCase())
  const own = { 'user-agent': 'Countersign', accept: '*/*', 'accept-encoding': ACCEPTED_CODINGS }
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name))), ...headers }
}

const CREDENTIAL = /auth|cookie|token|secret|passw|credential|session|signature|(^|[-_])key($|[-_])|apikey/i

/** So much of an address says where something is; more of it may say what was read elsewhere. */
const LONG_SEARCH = 200
const LONG_PATH = 500
const LONG_HOST = 100

function risksOf(
  { method, url, body, isInternal }: WebRequest & { isInternal: boolean },
  headers: Record<string, string>,
): RiskReason[] {
  const { hostname, search, pathname, protocol } = url
  const credentials = Object.keys(headers).filter(name => CREDENTIAL.test(name))
  const isLong = search.length > LONG_SEARCH || pathname.length > LONG_PATH || hostname.length > LONG_HOST
  const isRead = method === 'GET' || method === 'HEAD'
  const names = oneLine(credentials.join(', '))
  return [
    ...(isInternal ? [riskReason('medium', 'internalHost')] : []),
    ...(isRead ? [] : [riskReason('high', 'methodChanges', { method })]),
    ...(body === undefined ? [] : [riskReason('high', 'sendsBody')]),
    ...(credentials.length === 0 ? [] : [riskReason('high', 'sendsHeaders', { names })]),
    ...(protocol === 'https:' ? [] : [riskReason('high', 'notEncrypted')]),
    ...(isNumericHost(url) ? [riskReason('high', 'numericHost')] : []),
    ...(/(^|\.)xn--/.test(hostname) ? [riskReason('high', 'otherScript')] : []),
    ...(isLong ? [riskReason('high', 'longAddress')] : []),
  ]
}

/** Whatever the status, it is what was asked for. */
async function answer(response: WebResponse, method: string, context: PerformContext): Promise<ToolOutcome> {
  const { status, reason, url, contentType, bytes, cut, note, redirects } = response
  const type = contentType === '' ? 'no content type' : oneLine(contentType)
  const size = counted(bytes.length, 'byte')
  const head = `HTTP ${status}${reason === '' ? '' : ` ${oneLine(reason)}`} · ${type} · ${size} · ${oneLine(url)}`
  const page = method === 'HEAD' ? NOTHING : await pageOf(response, context)
  const notices = [note, page.note, cut].filter(each => each !== null)
  const parts = [head, page.text, notices.length > 0 ? `[${notices.join(' ')}]` : '']
  return {
    kind: 'ok',
    text: parts.filter(part => part !== '').join('\n\n'),
    details: {
      status,
      url,
      contentType,
      bytes: bytes.length,
      redirects,
      ...(cut === null ? {} : { cut }),
    },
  }
}

const NOTHING = { text: '', note: null }

/** The request was answered, whatever can be made of the answer. */
async function pageOf(
  { bytes, contentType, url }: WebResponse,
  { compute, signal }: PerformContext,
): Promise<{ text: string; note: string | null }> {
  if (bytes.length === 0) return NOTHING
  try {
    const page = await compute(READ_PAGE, { bytes, contentType, url })
    if (page.kind === 'text') return page
    const size = counted(bytes.length, 'byte')
    return { text: '', note: `It is not text and is not shown: ${oneLine(page.binary)}, ${size}.` }
  } catch (error) {
    if (isTooMuch(error)) return { text: '', note: 'There is too much of it to be read as text.' }
    if (isJobOverdue(error)) return { text: '', note: `${error.message} It is not shown.` }
    if (stoppedBy(signal, error)) return { text: '', note: 'It was stopped before the answer was read.' }
    throw error
  }
}

/** The thread ran out of memory, or of the length that a text can have. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
