import { lastEventId, NO_SUCH_EVENT } from '@/lib/http/last-event'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/events', {
  GET: async ({ working, request, signal, query }) => {
    const after = lastEventId(request.headers, query.after)
    const deltas = query.deltas?.toLowerCase().split(',') ?? []
    const stream = await working.streams.all({ after, deltas, signal })
    return stream === 'bad_cursor' ? NO_SUCH_EVENT : stream
  },
})
