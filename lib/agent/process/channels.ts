import { channelSecrets, type StoredChannel } from '@/lib/domain/channels/channel'
import type { CodedText } from '@/lib/messages/phrase'
import { readChannels } from '@/lib/store/channels/channel'
import { composeMessage } from '@/lib/tools/channels/compose-message'
import { DELIVERY_MS, deliver } from '@/lib/tools/channels/deliver'
import type { MessageOrigin } from '@/lib/tools/define-tool'
import type { Deps } from './deps'

/**
 * The channels as they are set up now. Whoever is about to use one knows its secrets from here on, and they are masked
 * wherever they turn up.
 */
export async function openChannels(
  deps: Pick<Deps, 'db' | 'environment' | 'redaction'>,
): Promise<StoredChannel[]> {
  const channels = await readChannels(deps.db)
  const setups = channels.map(({ setup }) => setup)
  deps.redaction.learn(channelSecrets(setups, deps.environment))
  return channels
}

/** What a message says of where it comes from. Its link opens the session, and decides nothing. */
export const messageOrigin = (
  { address }: Pick<Deps, 'address'>,
  session: MessageOrigin['session'],
): MessageOrigin => ({ session, link: `${address}/sessions/${session.id}` })

/** Sends a text to people by a channel; gives why it could not be sent, or null. */
export async function sendByChannel(
  deps: Pick<Deps, 'environment' | 'redaction'>,
  { setup }: StoredChannel,
  sending: MessageOrigin & { text: string; internalHosts: string[]; signal: AbortSignal },
): Promise<CodedText | null> {
  const { internalHosts, signal, ...content } = sending
  const message = composeMessage(setup, { ...content, environment: deps.environment })
  if ('code' in message) return deps.redaction.mask(message)
  const beforeEffect = (): void => signal.throwIfAborted()
  const delivery = await deliver(message, { signal, beforeEffect, internalHosts, totalMs: DELIVERY_MS })
  return delivery.kind === 'sent' ? null : deps.redaction.mask(delivery.codedText)
}
