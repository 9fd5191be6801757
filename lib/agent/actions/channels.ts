import {
  type Channel,
  type ChannelPatch,
  ChannelSetup,
  type ChannelTest,
  channelSecrets,
  type NewChannel,
  type StoredChannel,
  toChannel,
} from '@/lib/domain/channels/channel'
import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse, refuseField, refuseFields, schemaFault } from '@/lib/domain/contract/problem'
import { phrase } from '@/lib/messages/phrase'
import {
  findChannel,
  insertChannel,
  noteChannelError,
  removeChannel,
  saveChannel,
} from '@/lib/store/channels/channel'
import { unlessTaken } from '@/lib/store/connection/database'
import type { By } from '@/lib/store/installation/idempotency-key'
import { readSettings } from '@/lib/store/installation/setting'
import { openChannels, sendByChannel } from '../process/channels'
import type { Deps } from '../process/deps'
import { transact } from '../write/transaction'

export async function listChannels(deps: Deps): Promise<Channel[]> {
  return (await openChannels(deps)).map(channel => toChannel(channel, deps.environment))
}

/** The owner sets up a way to people. */
export async function addChannel(
  deps: Deps,
  { channel, person, once }: By & { channel: NewChannel },
): Promise<Channel | Refusal> {
  const { name, enabled = true, notices = false, ...setup } = channel
  const fault = faultIn(deps, setup)
  if (fault) return fault
  return unlessTaken(
    transact<Channel>(deps, once, async unit => {
      const added = { id: deps.newId(), name, enabled, notices, setup, createdAt: unit.at }
      await insertChannel(unit.tx, added)
      const data = { ...factOf(added, person), setup }
      await unit.record({ type: 'channel.added', data })
      return learnAndShow(deps, added)
    }),
    NAME_TAKEN,
  )
}

/** The owner changes it: what is named, and within its kind. */
export async function changeChannel(
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: ChannelPatch },
): Promise<Channel | Refusal> {
  return unlessTaken(
    transact<Channel>(deps, undefined, async unit => {
      const before = await findChannel(unit.tx, id)
      if (!before) return NONE
      const { name = before.name, enabled = before.enabled, notices = before.notices, ...fields } = patch
      const merged = Object.entries({ ...before.setup, ...fields }).filter(([, value]) => value !== null)
      const setup = ChannelSetup.safeParse(Object.fromEntries(merged))
      if (!setup.success) {
        const [issue] = setup.error.issues
        const path = `/${(issue?.path ?? []).join('/')}`
        return issue ? refuseFields([schemaFault(path, issue.message)]) : CANNOT_BE
      }
      const fault = faultIn(deps, setup.data)
      if (fault) return fault
      const channel = { ...before, name, enabled, notices, setup: setup.data }
      const isAnew = carriesNotices(channel) && !carriesNotices(before)
      await saveChannel(unit.tx, { channel, isAnew, at: unit.at })
      const data = { ...factOf(channel, person), setup: channel.setup }
      await unit.record({ type: 'channel.changed', data })
      return learnAndShow(deps, channel)
    }),
    NAME_TAKEN,
  )
}

const carriesNotices = ({ enabled, notices }: StoredChannel): boolean => enabled && notices

export async function deleteChannel(
  deps: Deps,
  { id, person }: By & { id: string },
): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    const channel = await findChannel(unit.tx, id)
    if (!channel || !(await removeChannel(unit.tx, id))) return NONE
    await unit.record({ type: 'channel.removed', data: factOf(channel, person) })
    return null
  })
}

/** The owner tries it. That is recorded before anything is sent; what came of it is shown at the channel. */
export async function testChannel(
  deps: Deps,
  { id, person, signal }: By & { id: string; signal: AbortSignal },
): Promise<ChannelTest | Refusal> {
  const channel = await transact<StoredChannel>(deps, undefined, async unit => {
    const stored = await findChannel(unit.tx, id)
    if (!stored) return NONE
    await unit.record({ type: 'channel.tested', data: factOf(stored, person) })
    return stored
  })
  if (!('setup' in channel)) return channel
  deps.redaction.learn(channelSecrets([channel.setup], deps.environment))
  const { internalHosts } = await readSettings(deps.db)
  const error = await sendByChannel(deps, channel, {
    session: { id: '', title: 'Test of a channel' },
    link: deps.address,
    text: 'This is a test: messages from Countersign arrive here.',
    internalHosts,
    signal,
  })
  await noteChannelError(deps.db, { id, error })
  return error === null ? { ok: true } : { ok: false, error: phrase(error) }
}

/** What it says by its secrets is masked from here on. */
function learnAndShow(deps: Deps, channel: StoredChannel): Channel {
  deps.redaction.learn(channelSecrets([channel.setup], deps.environment))
  return toChannel(channel, deps.environment)
}

const factOf = ({ id, name, enabled, notices }: StoredChannel, person: Person) => ({
  channelId: id,
  name,
  enabled,
  notices,
  by: person.id,
})

/** What is stored and shown has no secret in it. */
function faultIn({ redaction }: Deps, setup: ChannelSetup): Refusal | null {
  if (setup.kind === 'smtp') {
    const isHalf = (setup.user === undefined) !== (setup.password === undefined)
    return isHalf ? refuseField('/password', { code: 'fault.halfOfUser' }) : null
  }
  if (typeof setup.url !== 'string' || !redaction.holdsSecret(setup.url)) return null
  return refuseField('/url', { code: 'fault.secretInUrl' })
}

const NONE = refuse('not_found', { code: 'problem.noChannel' })
const CANNOT_BE = refuseField('', { code: 'fault.cannotBeSet' })
const NAME_TAKEN = refuseField('/name', { code: 'fault.channelNameTaken' })
