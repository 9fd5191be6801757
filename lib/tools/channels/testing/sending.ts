import { randomUUID } from 'node:crypto'
import { ChannelSetup, type StoredChannel } from '@/lib/domain/channels/channel'
import type { PerformContext } from '../../define-tool'
import { createRegistry } from '../../registry'
import { perform } from '../../run-tool'
import { hash, performContext, previewCall } from '../../testing/temporary-workspace'
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
  return performContext({
    sessionId: '7',
    internalHosts: async () => hosts,
    messages: async () => ({
      channels,
      environment: name => variables[name],
      link: 'http://desk.test/sessions/7',
      session: { id: '7', title },
    }),
  })
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
