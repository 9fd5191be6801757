import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { type CodedText, phrase, plain } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import { exchange } from '../web/exchange'
import { NETWORK } from '../web/guarded-client'
import { readAddress } from '../web/web-address'
import type { Message } from './compose-message'
import type { Delivery, DeliveryOptions } from './send-mail'

/** For so long a message may be on its way. */
export const DELIVERY_MS = 10_000

const MOST_BYTES = 64_000
const QUOTED_CHARS = 300

/** Sends a message, once. It throws only where nothing was sent. */
export async function deliver(message: Message, options: DeliveryOptions): Promise<Delivery> {
  if (message.kind === 'mail') {
    const { sendMail } = await import('./send-mail')
    return sendMail({ mail: message.mail, password: message.secret.password }, options)
  }
  const { totalMs, network = NETWORK, ...scope } = options
  const address = readAddress(message.secret.url, scope.internalHosts)
  if (address.kind === 'refused')
    return { kind: 'failed', text: phrase(address.codedText), codedText: address.codedText, sent: 0 }
  const { method, body } = message.request
  const request = { method, url: address.url, headers: message.secret.headers, body }
  const limits = { connectMs: totalMs, headersMs: totalMs, idleMs: totalMs, totalMs }
  const response = await exchange(request, { ...scope, network, limits, stays: true, mostBytes: MOST_BYTES })
  if (response.kind === 'failed') return response
  const { status, bytes } = response
  const quote = oneLine(bytes.toString('utf8').slice(0, QUOTED_CHARS).replace(/\s+/g, ' ').trim())
  const text = `HTTP ${status}${quote === '' ? '' : `: ${quote}`}`
  if (status >= 200 && status < 300) return { kind: 'sent', text }
  const isRedirect = status >= 300 && status < 400
  const codedText: CodedText = isRedirect
    ? { code: 'delivery.redirected', parts: [plain(text)] }
    : plain(text)
  return { kind: 'failed', text: phrase(codedText), codedText, sent: 1 }
}

/** What is dangerous about where a message goes, or why nothing is sent there. */
export function risksOfPlace(message: Message, internalHosts: readonly string[]): RiskReason[] | CodedText {
  if (message.kind === 'mail') return []
  const address = readAddress(message.secret.url, internalHosts)
  if (address.kind === 'refused') return address.codedText
  const isOpen = address.url.protocol === 'http:'
  return [
    ...(address.isInternal ? [riskReason('medium', 'internalHost')] : []),
    ...(isOpen ? [riskReason('high', 'messageNotEncrypted')] : []),
  ]
}
