import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { deleteSession } from '@/lib/run/actions/delete-session'
import { changeSession } from '@/lib/run/actions/open-session'
import { inSnapshot } from '@/lib/store/connection/database'
import { readView } from '@/lib/store/session/view'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}', {
  GET: async ({ deps, params }) => {
    const view = await inSnapshot(deps.db, tx => readView(tx, params.id))
    return view ?? refuse('not_found', { code: 'problem.noSession' })
  },

  PATCH: ({ deps, params, body }) => changeSession(deps, { sessionId: params.id, patch: body }),

  DELETE: ({ deps, params, person }) => deleteSession(deps, { sessionId: params.id, by: person.id }),
})
