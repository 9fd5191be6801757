import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('liveEvents', ({ working, request, query }) =>
    working.streams.live({ follow: followed(query.follow ?? ''), signal: request.signal }),
  ),
})

const followed = (text: string): { sessionId: string; after: number }[] =>
  text
    .split(',')
    .filter(part => part !== '')
    .map(part => {
      const [sessionId = '', after] = part.toLowerCase().split(':')
      return { sessionId, after: Number(after) }
    })
