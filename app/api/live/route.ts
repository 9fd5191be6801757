import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/live', {
  GET: ({ working, signal, query }) =>
    working.streams.live({ follow: followsIn(query.follow ?? ''), signal }),
})

/** `id:seq,id:seq` */
const followsIn = (text: string): { sessionId: string; after: number }[] =>
  text
    .split(',')
    .filter(part => part !== '')
    .map(part => {
      const [sessionId = '', after] = part.toLowerCase().split(':')
      return { sessionId, after: Number(after) }
    })
