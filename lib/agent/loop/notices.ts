import type { StoredChannel } from '@/lib/domain/channels/channel'
import { hookParams } from '@/lib/hooks/run-hooks'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { noteChannelError } from '@/lib/store/channels/channel'
import { claimNotice, type DueNotice, dueNotices, noteNotice } from '@/lib/store/channels/notice'
import { databaseNow } from '@/lib/store/connection/sql'
import { listHooks } from '@/lib/store/hooks/hook'
import { readSettings } from '@/lib/store/installation/setting'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { counted } from '@/lib/text/truncate'
import { messageOrigin, openChannels, sendByChannel } from '../process/channels'
import type { Deps } from '../process/deps'
import { askHooks } from '../write/ask-hooks'

/** Tells people, by the channels that are to, that Calls have been waiting for them. */
export async function sendNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  const channels = (await openChannels(deps)).filter(channel => channel.enabled && channel.notices)
  if (channels.length === 0) return
  const { noticeAfterSeconds, internalHosts } = await readSettings(deps.db)
  const now = await databaseNow(deps.sql, deps.clock.offsetMs)
  const due = await dueNotices(deps.sql, { now, afterSeconds: noticeAfterSeconds })
  // One that does not answer keeps no other one waiting.
  const all = channels.map(async channel => {
    for (const notice of due.filter(({ channelId }) => channelId === channel.id)) {
      if (signal.aborted) return
      if (await claimNotice(deps.sql, { ...notice, now }))
        await sendNotice(deps, channel, { notice, internalHosts, signal, now })
    }
  })
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === 'rejected') throw outcome.reason
}

async function sendNotice(
  deps: Deps,
  channel: StoredChannel,
  sending: { notice: DueNotice; internalHosts: string[]; signal: AbortSignal; now: string },
): Promise<void> {
  const { notice, internalHosts, signal, now } = sending
  const title = visible(deps, notice.title)
  const origin = messageOrigin(deps, { id: notice.sessionId, title })
  // What waits, by the names of its tools: what is to be decided is looked at where it can be decided.
  const names = [...new Set(notice.tools.map(tool => visible(deps, tool)))]
  const list = names.slice(0, MOST_TOOLS).join(', ') + (names.length > MOST_TOOLS ? ', …' : '')
  const calls = `${counted(notice.tools.length, 'call')} ${notice.tools.length === 1 ? 'waits' : 'wait'}`
  const text = `${calls} for you in “${title}”: ${list}\n${origin.link}`
  const message = { sessionId: notice.sessionId, channel: channel.name, text }
  const hooks = await listHooks(deps.db)
  const question = { hooks, point: 'message_sending', payload: message, signal } as const
  // Nobody is there to be asked about a notice.
  const { rewrite, ask, block = ask } = await askHooks(deps, question)
  const finalText = rewrite?.answer.text ?? text
  const error: CodedText | null = block
    ? { code: 'problem.hookRefused', params: hookParams(block) }
    : await sendByChannel(deps, channel, { ...origin, text: finalText, internalHosts, signal })
  const reason = error && phrase(error)
  await noteNotice(deps.sql, { ...notice, now, error: reason })
  await noteChannelError(deps.db, { id: channel.id, error })
  if (reason !== null)
    deps.log('warn', 'A notice could not be sent', { channel: channel.name, error: reason })
}

const visible = ({ redaction }: Deps, text: string): string =>
  withVisibleEscapes(redaction.mask(text).replace(/\s+/g, ' '))

const MOST_TOOLS = 10
