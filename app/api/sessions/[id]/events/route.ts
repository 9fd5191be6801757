import { refuse } from '@/lib/domain/contract/problem'
import { lastEventId, NO_SUCH_EVENT } from '@/lib/http/last-event'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/events', {
  GET: async ({ working, request, signal, params, query }) => {
    const last = lastEventId(request.headers, query.after)
    if (last !== undefined && !/^\d{1,10}$/.test(last)) return NO_SUCH_EVENT
    const after = last === undefined ? undefined : Number(last)
    const stream = await working.streams.session({ sessionId: params.id, after, signal })
    if (stream === 'no_session') return refuse('not_found', { code: 'problem.noSession' })
    return stream === 'bad_cursor' ? NO_SUCH_EVENT : stream
  },
})
