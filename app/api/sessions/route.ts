import { Refusal } from '@/lib/domain/contract/problem'
import { sessionsPage } from '@/lib/http/list-page'
import { reply } from '@/lib/http/reply'
import { resource } from '@/lib/http/resource'
import { openSession } from '@/lib/run/actions/open-session'
import { inSnapshot } from '@/lib/store/connection/database'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions', {
  GET: ({ deps, query }) => {
    const words = (query.q ?? '').split(/\s+/).filter(word => word !== '')
    const filters = { words, state: query.state, archived: query.archived === 'true' }
    return inSnapshot(deps.db, tx => sessionsPage(tx, { filters, query }))
  },

  POST: async ({ deps, body, once }) => {
    const opened = await openSession(deps, { settings: body, once })
    return opened instanceof Refusal ? opened : reply(opened.created ? 201 : 200, opened.session)
  },
})
