import * as z from 'zod'
import { ChannelSetup, type StoredChannel } from '@/lib/domain/channels/channel'
import { OptionalText } from '@/lib/domain/coded-text'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { instant, optional } from '../connection/columns'
import { json, jsonValue, type Tx } from '../connection/database'
import { listed, stored } from '../connection/stored'

const ChannelRow = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  setup: ChannelSetup,
  noticesFrom: optional(instant),
  lastError: optional(z.string()),
  lastErrorMessage: optional(OptionalText),
  createdAt: instant,
})

const read = stored(ChannelRow)

function toStoredChannel(row: unknown): StoredChannel | null {
  const channel = read(row)
  if (!channel || 'unknown' in channel) return null
  const { noticesFrom, ...rest } = channel
  return { ...rest, notices: noticesFrom !== undefined }
}

/** All channels by their names. One that cannot be read carries nothing. */
export async function readChannels(tx: Pick<Tx, 'channel'>): Promise<StoredChannel[]> {
  return listed(toStoredChannel, await tx.channel.findMany({ orderBy: { name: 'asc' } }))
}

export async function findChannel(tx: Pick<Tx, 'channel'>, id: string): Promise<StoredChannel | null> {
  const row = await tx.channel.findUnique({ where: { id } })
  return row && toStoredChannel(row)
}

export async function insertChannel(tx: Tx, channel: StoredChannel): Promise<void> {
  const { notices, setup, lastError: _, lastErrorMessage: __, createdAt, ...columns } = channel
  const at = new Date(createdAt)
  const more = {
    kind: setup.kind,
    setup: jsonValue(setup),
    noticesFrom: notices ? at : null,
    createdAt: at,
    updatedAt: at,
  }
  await tx.channel.create({ data: { ...columns, ...more } })
}

/** `isAnew`: it begins to carry notices now, whatever has waited until then. */
export async function saveChannel(
  tx: Tx,
  { channel, isAnew, at }: { channel: StoredChannel; isAnew: boolean; at: string },
): Promise<void> {
  const { id, name, enabled, notices, setup } = channel
  const from = isAnew ? { noticesFrom: new Date(at) } : notices ? {} : { noticesFrom: null }
  const data = { name, enabled, setup: jsonValue(setup), ...from, updatedAt: new Date(at) }
  await tx.channel.update({ where: { id }, data })
}

export async function removeChannel(tx: Tx, id: string): Promise<boolean> {
  return (await tx.channel.deleteMany({ where: { id } })).count === 1
}

/** What went wrong when a message was last sent by it; `null` if nothing did. */
export async function noteChannelError(
  tx: Pick<Tx, 'channel'>,
  { id, error }: { id: string; error: CodedText | null },
): Promise<void> {
  const data = { lastError: error && phrase(error), lastErrorMessage: json(error) }
  await tx.channel.updateMany({ where: { id }, data })
}
