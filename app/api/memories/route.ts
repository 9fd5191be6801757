import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Refusal } from '@/lib/domain/problem'
import { addMemory, listMemories } from '@/lib/run/memories'
import { decodePlace, encodePlace, pageOf } from '@/lib/server/page-cursor'

const LIST = 'memories'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listMemories', async ({ deps, query: { q, cursor, limit } }) => {
    const place = cursor === undefined ? undefined : decodePlace(LIST, cursor, [z.uuid()])
    if (place instanceof Refusal) return place
    const found = await listMemories(deps, { q, before: place?.[0], limit: limit + 1 })
    return found instanceof Refusal ? found : pageOf(found, limit, last => encodePlace(LIST, [last.id]))
  }),
  POST: endpoint('addMemory', ({ deps, body, person, once }) =>
    addMemory(deps, { memory: body, person, once }),
  ),
})
