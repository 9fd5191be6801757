import { randomUUID } from 'node:crypto'
import { ChannelSetup, type StoredChannel } from '@/lib/domain/channels/channel'
import { computeHere } from '@/lib/domain/job'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { EMPTY_STATE } from '@/lib/domain/session/state'
import type { PerformContext } from '../../define-tool'
import { createRegistry } from '../../registry'
import { perform } from '../../run-tool'
import { hash, previewCall } from '../../testing/temporary-workspace'
import { sendMessage } from '../send-message'

const tools = createRegistry([sendMessage], hash)

export const channel = (setup: unknown, more: Partial<StoredChannel> = {}): StoredChannel => ({
  id: randomUUID(),
  name: 'ops',
  enabled: true,
  notices: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  setup: ChannelSetup.parse(setup),
  ...more,
})

/** The channels that there are, and what of the outside they are to find. */
export type MessageWorld = {
  channels: StoredChannel[]
  hosts?: string[]
  variables?: Record<string, string>
  title?: string
}

export function contextOf({
  channels,
  hosts = [],
  variables = {},
  title = 'Nightly build',
}: MessageWorld): PerformContext {
  const signal = new AbortController().signal
  return {
    sessionId: '7',
    root: '/nowhere',
    signal,
    hash,
    compute: computeHere,
    content: async () => null,
    writer: async () => null,
    skill: async () => null,
    plan: async () => EMPTY_PLAN,
    state: async () => EMPTY_STATE,
    recall: async query => ({ query, hits: [] }),
    internalHosts: async () => hosts,
    messages: async () => ({
      channels,
      environment: name => variables[name],
      link: 'http://desk.test/sessions/7',
      session: { id: '7', title },
    }),
    onOutput: () => undefined,
    beforeEffect: () => signal.throwIfAborted(),
    leaseMs: () => 3_000,
    elicit: async () => ({ action: 'cancel' }),
    execution: { callId: randomUUID(), epoch: 1 },
    preview: undefined,
  }
}

const invocation = (text: string, name = 'ops') => ({
  tool: 'send_message',
  argumentsText: JSON.stringify({ channel: name, text }),
})

export const previews = (text: string, world: MessageWorld, name?: string) =>
  previewCall(tools, invocation(text, name), contextOf(world))

/** As it is approved and then run; `more`: what has changed in between. */
export async function sends(text: string, world: MessageWorld, more: Partial<PerformContext> = {}) {
  const shown = await previews(text, world)
  if (shown.kind !== 'preview') throw new Error(shown.message)
  return perform(tools, invocation(text), { ...contextOf(world), preview: shown.preview, ...more })
}
