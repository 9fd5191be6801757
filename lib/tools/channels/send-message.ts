import * as z from 'zod'
import type { StoredChannel } from '@/lib/domain/channels/channel'
import { riskReason } from '@/lib/domain/policy/risk-reason'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import {
  defineTool,
  invalidArgument,
  type MessageContext,
  previewSummary,
  type ToolDefinition,
  WRITE,
} from '../define-tool'
import { composeMessage, type Message } from './compose-message'
import { DELIVERY_MS, deliver, risksOfPlace } from './deliver'

export const SEND_MESSAGE = 'send_message'

const Arguments = z.strictObject({
  channel: z.string().min(1).max(100).describe('The name of the channel.'),
  text: z.string().min(1).max(10_000).describe('What it says, as plain text.'),
})
type Arguments = z.output<typeof Arguments>

/** The text of a Call of it, by the text of its arguments. */
export function textOf(argumentsText: string): string[] {
  const args = Arguments.safeParse(JSON.parse(argumentsText))
  return args.success ? [args.data.text] : []
}

/** Tells people something where they are, by a channel that the owner set up. It can neither be taken back nor repeated. */
export const sendMessage: ToolDefinition = defineTool({
  name: SEND_MESSAGE,
  title: 'Send message',
  description:
    'Sends a text to people by a channel that the owner of this installation set up. A wrong name is answered with ' +
    'the names that there are. What was sent need not be said again: end with NO_REPLY if there is nothing to add.',
  ...WRITE,
  risk: 'high',
  arguments: Arguments,
  paths: () => [],
  reach: () => ['/channel'],
  preview: async (args, context) => {
    const ready = readyMessage(args, await context.messages())
    if (ready.kind === 'faulty') return invalidArgument('/channel', ready.codedText)
    const { channel, message } = ready
    const risks = risksOfPlace(message, await context.internalHosts())
    if (!Array.isArray(risks)) return invalidArgument('/channel', risks)
    const params = { count: args.text.length, channel: channel.name, kind: channel.setup.kind }
    const summary = previewSummary({ code: 'message.send', params })
    const precondition = { path: `channel ${channel.name}`, hash: context.hash(identityOf(ready)) }
    return {
      kind: 'preview',
      preview: { kind: 'request', ...summary, request: message.request, preconditions: [precondition] },
      risks: [riskReason('high', 'sendsMessage', { channel: channel.name }), ...risks],
    }
  },
  perform: async (args, context) => {
    const ready = readyMessage(args, await context.messages())
    if (ready.kind === 'faulty') return { kind: 'error', text: phrase(ready.codedText) }
    const hash = context.hash(identityOf(ready))
    if (!context.preview?.preconditions.some(before => before.hash === hash)) return { kind: 'drifted' }
    const internalHosts = await context.internalHosts()
    const { signal, beforeEffect } = context
    const { name } = ready.channel
    const options = { signal, beforeEffect, internalHosts, totalMs: DELIVERY_MS }
    const delivery = await deliver(ready.message, options)
    return delivery.kind === 'sent'
      ? { kind: 'ok', text: `Sent to ${name}. ${delivery.text}`, details: { channel: name } }
      : { kind: 'error', text: `${name}: ${delivery.text}`, details: { channel: name, sent: delivery.sent } }
  },
})

type ReadyMessage =
  | { kind: 'ready'; channel: StoredChannel; message: Message }
  | { kind: 'faulty'; codedText: CodedText }

function readyMessage({ channel: name, text }: Arguments, context: MessageContext): ReadyMessage {
  const open = context.channels.filter(channel => channel.enabled)
  const channel = open.find(one => one.name === name)
  if (!channel) {
    const names = open.map(one => one.name).join(', ')
    const codedText: CodedText =
      names === ''
        ? { code: 'delivery.noChannels' }
        : { code: 'delivery.noChannel', params: { name: oneLine(name), names } }
    return { kind: 'faulty', codedText }
  }
  const message = composeMessage(channel.setup, { ...context, text })
  if ('code' in message)
    return { kind: 'faulty', codedText: { code: 'plain.about', params: { name }, parts: [message] } }
  return { kind: 'ready', channel, message }
}

/** What was approved goes to where it was to go: another setup of the same name, or another address, is another message. */
const identityOf = ({ channel, message }: Extract<ReadyMessage, { kind: 'ready' }>): string =>
  JSON.stringify([
    channel.id,
    channel.setup,
    message.request,
    message.kind === 'http' ? message.secret.url : '',
  ])
