import { resource } from '@/lib/http/resource'
import { addChannel, listChannels } from '@/lib/run/actions/channels'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/channels', {
  GET: async ({ deps }) => ({ items: await listChannels(deps), nextCursor: null }),
  POST: ({ deps, body, person, once }) => addChannel(deps, { channel: body, person, once }),
})
