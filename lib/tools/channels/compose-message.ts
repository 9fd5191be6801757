import type { Preview } from '@/lib/domain/call/preview'
import { type ChannelSetup, environmentNames, environmentValue } from '@/lib/domain/channels/channel'
import type { Environment } from '@/lib/domain/environment'
import type { CodedText } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import type { MessageOrigin } from '../define-tool'

/** A message as it goes out. What of it is secret is in `secret` alone; the rest may be shown. */
export type Message =
  | { kind: 'http'; request: MessageRequest; secret: { url: string; headers: Record<string, string> } }
  | { kind: 'mail'; request: MessageRequest; secret: { password?: string | undefined }; mail: Mail }

type MessageRequest = NonNullable<Preview['request']> & { body: string }

export type Mail = {
  server: { host: string; port: number; secure: boolean; user?: string | undefined }
  from: string
  to: string[]
  subject: string
  text: string
}

type Input = MessageOrigin & { text: string; environment: Environment }

/** So much Discord takes at once. */
const DISCORD_CHARS = 2_000

/** What a channel would send for a text, or why it cannot. */
export function composeMessage(setup: ChannelSetup, input: Input): Message | CodedText {
  const missing = environmentNames(setup).filter(name => input.environment(name) === undefined)
  if (missing.length > 0) return { code: 'delivery.noEnvironment', params: { names: missing.join(', ') } }
  if (setup.kind === 'smtp') return composeMail(setup, input)
  if (setup.kind === 'discord' && input.text.length > DISCORD_CHARS)
    return { code: 'delivery.tooLong', params: { limit: DISCORD_CHARS, count: input.text.length } }
  return composeRequest(setup, input)
}

function composeRequest(setup: Exclude<ChannelSetup, { kind: 'smtp' }>, input: Input): Message | CodedText {
  const address = environmentValue(setup.url, input.environment) ?? ''
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return { code: 'delivery.noWebAddress' }
  const names = Object.entries(setup.kind === 'webhook' ? (setup.headers ?? {}) : {})
  const body = JSON.stringify(bodyOf(setup.kind, input))
  const own = { 'content-type': 'application/json', 'user-agent': 'Countersign' }
  const headers = names.map(
    ([name, value]) => [name, environmentValue(value, input.environment) ?? ''] as const,
  )
  const unsendable = headers.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]{0,8192}$/.test(value))
  if (unsendable) return { code: 'delivery.badHeader', params: { name: unsendable[0] } }
  const hidden = names.map(([name, value]) => [name, `from ${value.fromEnv}`])
  const visibleUrl = typeof setup.url === 'string' ? url.href : `${url.origin}/… (from ${setup.url.fromEnv})`
  return {
    kind: 'http',
    request: { method: 'POST', url: visibleUrl, headers: { ...own, ...Object.fromEntries(hidden) }, body },
    secret: { url: url.href, headers: { ...own, ...Object.fromEntries(headers) } },
  }
}

/** Nobody is called by name: neither by the text nor by what somebody has put into it. */
function bodyOf(kind: 'webhook' | 'slack' | 'discord', { text, session, link }: Input): unknown {
  switch (kind) {
    case 'webhook':
      return { text, session, link }
    case 'slack':
      return { text: text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') }
    case 'discord':
      return { content: text, allowed_mentions: { parse: [] } }
  }
}

function composeMail(
  { host, port, secure, user, password, from, to }: Extract<ChannelSetup, { kind: 'smtp' }>,
  { text, session, environment }: Input,
): Message {
  const subject = `Countersign: ${oneLine(session.title)}`
  const server = { host, port, secure, user }
  return {
    kind: 'mail',
    request: {
      method: 'MAIL',
      url: `smtp${secure ? 's' : ''}://${host}:${port}`,
      body: text,
      headers: { From: from, To: to.join(', '), Subject: subject },
    },
    secret: { password: password && environment(password.fromEnv) },
    mail: { server, from, to, subject, text },
  }
}
