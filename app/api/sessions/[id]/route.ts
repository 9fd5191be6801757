import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { deleteSession } from '@/lib/run/delete-session'
import { changeSession } from '@/lib/run/open-session'
import { inSnapshot } from '@/lib/store/snapshot'
import { readView } from '@/lib/store/view'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readSession', async ({ deps, params }) => {
    const view = await inSnapshot(deps.db, tx => readView(tx, params.id))
    return view ?? refuse('not_found', 'There is no such session.')
  }),

  PATCH: endpoint('changeSession', ({ deps, params, body }) =>
    changeSession(deps, { sessionId: params.id, patch: body }),
  ),

  DELETE: endpoint('deleteSession', ({ deps, params, person }) =>
    deleteSession(deps, { sessionId: params.id, by: person.id }),
  ),
})
