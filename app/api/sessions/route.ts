import * as z from 'zod'
import { Refusal } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { listPage } from '@/lib/http/list-page'
import { reply } from '@/lib/http/reply'
import { resource } from '@/lib/http/resource'
import { openSession } from '@/lib/run/actions/open-session'
import { listSessions } from '@/lib/store/session/session-status'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions', {
  GET: ({ deps, query }) => {
    const words = (query.q ?? '').split(/\s+/).filter(word => word !== '')
    const filters = { words, state: query.state, archived: query.archived === 'true' }
    return listPage(
      { name: 'sessions', place: [Instant, z.uuid()], query },
      (place, limit) => {
        const after = place && { updatedAt: place[0], id: place[1] }
        return listSessions(deps.db, { ...filters, after, limit })
      },
      last => [last.updatedAt, last.id],
    )
  },

  POST: async ({ deps, body, once }) => {
    const opened = await openSession(deps, { settings: body, once })
    return opened instanceof Refusal ? opened : reply(opened.created ? 201 : 200, opened.session)
  },
})
