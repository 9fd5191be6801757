import { endpoint } from '@/lib/auth/endpoint'
import { lastSeen, noSuchPlace } from '@/lib/auth/last-seen'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('sessionEvents', async ({ working, request, params, query }) => {
    const seen = lastSeen(request.headers, query.after)
    if (seen !== undefined && !/^\d{1,10}$/.test(seen)) return noSuchPlace
    const after = seen === undefined ? undefined : Number(seen)
    const about = { sessionId: params.id, after, signal: request.signal }
    const stream = await working.streams.session(about)
    if (stream === 'no_session') return refuse('not_found', 'There is no such session.')
    return stream === 'bad_cursor' ? noSuchPlace : stream
  }),
})
