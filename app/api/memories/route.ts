import * as z from 'zod'
import { listPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { addMemory, listMemories } from '@/lib/run/actions/memories'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/memories', {
  GET: ({ deps, query }) =>
    listPage(
      { name: 'memories', place: [z.uuid()], query },
      (after, limit) => listMemories(deps, { q: query.q, before: after?.[0], limit }),
      last => [last.id],
    ),
  POST: ({ deps, body, person, once }) => addMemory(deps, { memory: body, person, once }),
})
