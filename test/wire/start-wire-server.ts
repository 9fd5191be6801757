import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { anthropicSpeech } from './anthropic-speech'
import { chatSpeech } from './chat-speech'
import { googleSpeech } from './google-speech'
import { openaiSpeech } from './openai-speech'
import { play, type WireRequest } from './play'
import type { Reply } from './reply'
import { historyFault, type Issued } from './sent-history'
import type { Speech, WireName } from './speech'

/** Every provider, with a model of it that thinks where there is one. */
export const PROVIDERS = [
  ['openai', 'gpt-6.1-sol'],
  ['openai-chat', 'gpt-6.1-sol'],
  ['anthropic', 'claude-opus-5-5'],
  ['google', 'gemini-4-argon'],
  ['compatible', 'small'],
] as const
export const MODEL_IDS = PROVIDERS.map(([provider, model]) => `${provider}:${model}`)

type Account = { baseUrl: string; apiKey: string }

export type WireServer = {
  /** What endpoint paths are appended to; `url` is that of a compatible server. */
  urls: Record<WireName, string>
  url: string
  /** The accounts of all providers at this server, as a process is configured with them. */
  accounts: Record<'openai' | 'anthropic' | 'google' | 'compatible', Account>
  /** Adds answers for the next requests, in order. */
  script: (replies: Reply[]) => void
  /** Answers requests by a function instead, until the next `script`. */
  answer: (reply: (request: WireRequest) => Reply) => void
  /** Every accepted request for an answer, in the order of arrival; and every one for a list of models. */
  requests: WireRequest[]
  faults: () => string[]
  /** Forgets what it was sent, and what of its script is left. */
  clear: () => void
  close: () => Promise<void>
}

export const SPEECHES: Record<WireName, Speech> = {
  openai: openaiSpeech,
  'openai-chat': chatSpeech(false),
  anthropic: anthropicSpeech,
  google: googleSpeech,
  compatible: chatSpeech(true),
}

/** The wire that a request is in: nobody is refused in the words of another provider. */
function wireOf(path: string, headers: IncomingMessage['headers']): WireName {
  if (path.startsWith('/compatible/')) return 'compatible'
  if (path.startsWith('/v1beta/')) return 'google'
  if ('anthropic-version' in headers) return 'anthropic'
  return path.startsWith('/v1/chat/') ? 'openai-chat' : 'openai'
}

const ENDPOINT =
  /^(\/compatible\/v1\/chat\/completions|\/v1\/(chat\/completions|responses|messages)|\/v1beta\/models\/[^/:]+:streamGenerateContent\?alt=sse)$/

/** What the server was started with and is told, and what it was sent. */
type Desk = {
  key: string
  models: string[]
  requests: WireRequest[]
  issued: Issued
  replyTo: (request: WireRequest) => Reply | undefined
}

/**
 * A model server on loopback that speaks as all providers do, looks at every conversation as they would, and answers as
 * the test says. With `key` it wants that key.
 */
export async function startWireServer(
  options: { key?: string; models?: string[] } = {},
): Promise<WireServer> {
  const { key = '', models = ['wire-model'] } = options
  const replies: Reply[] = []
  const next = () => replies.shift()
  const desk: Desk = { key, models, requests: [], issued: new Set(), replyTo: next }
  const server = createServer((incoming, response) => {
    receive(incoming, response, desk).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`
  const [v1, url] = [`${origin}/v1`, `${origin}/compatible/v1`]
  const account = { baseUrl: origin, apiKey: key }
  return {
    urls: { openai: v1, 'openai-chat': v1, anthropic: v1, google: `${origin}/v1beta`, compatible: url },
    url,
    accounts: {
      openai: account,
      anthropic: account,
      google: account,
      compatible: { baseUrl: url, apiKey: key },
    },
    script: more => {
      desk.replyTo = next
      replies.push(...more)
    },
    answer: reply => {
      desk.replyTo = reply
    },
    requests: desk.requests,
    faults: () => desk.requests.flatMap(({ fault = [] }) => fault),
    clear: () => {
      for (const list of [replies, desk.requests]) list.length = 0
    },
    close: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function receive(incoming: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  const { url = '', headers } = incoming
  const wire = wireOf(url, headers)
  const speech = SPEECHES[wire]
  const send = (status: number, value: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const body = await bodyOf(incoming)
  const given = String(headers[speech.keyHeader] ?? '').replace(/^Bearer /, '')
  if (desk.key && given !== desk.key) return send(401, speech.errorBody(401, 'This is no valid API key.'))
  const closed = new Promise<void>(resolve => response.on('close', resolve))
  const request: WireRequest = { wire, url, headers, body, closed }
  desk.requests.push(request)
  if (/\/models(\?|$)/.test(url)) return send(200, speech.models(desk.models))
  if (!ENDPOINT.test(url)) return send(404, speech.errorBody(404, `There is no ${url}.`))
  const fault = historyFault(wire, body, desk.issued)
  const reply = fault === null ? desk.replyTo(request) : undefined
  const { issued, requests } = desk
  if (reply) return play(reply, { response, request, speech, issued, number: requests.length })
  request.fault = fault ?? 'The script of this model server is used up.'
  send(400, speech.errorBody(400, request.fault))
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}
