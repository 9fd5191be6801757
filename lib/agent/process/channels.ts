import { channelSecrets, type StoredChannel } from '@/lib/domain/channels/channel'
import { readChannels } from '@/lib/store/channels/channel'
import type { MessageOrigin } from '@/lib/tools/define-tool'
import type { Deps } from './deps'

/**
 * The channels as they are set up now. Whoever is about to use one knows its secrets from here on, and they are masked
 * wherever they turn up.
 */
export async function openChannels({
  db,
  environment,
  redaction,
}: Pick<Deps, 'db' | 'environment' | 'redaction'>): Promise<StoredChannel[]> {
  const channels = await readChannels(db)
  const setups = channels.map(({ setup }) => setup)
  redaction.learn(channelSecrets(setups, environment))
  return channels
}

/** What a message says of where it comes from. Its link opens the session, and decides nothing. */
export const messageOrigin = (
  { address }: Pick<Deps, 'address'>,
  session: MessageOrigin['session'],
): MessageOrigin => ({ session, link: `${address}/sessions/${session.id}` })
