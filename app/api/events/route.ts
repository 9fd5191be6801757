import { endpoint } from '@/lib/auth/endpoint'
import { lastSeen, noSuchPlace } from '@/lib/auth/last-seen'
import { resource } from '@/lib/auth/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('allEvents', async ({ working, request, query }) => {
    const after = lastSeen(request.headers, query.after)
    const deltas = query.deltas?.toLowerCase().split(',') ?? []
    const stream = await working.streams.all({ after, deltas, signal: request.signal })
    return stream === 'bad_cursor' ? noSuchPlace : stream
  }),
})
