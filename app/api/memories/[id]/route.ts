import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { changeMemory, deleteMemory } from '@/lib/run/memories'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  PATCH: endpoint('changeMemory', ({ deps, params, body, person }) =>
    changeMemory(deps, { id: params.id, patch: body, person }),
  ),
  DELETE: endpoint('deleteMemory', ({ deps, params, person }) =>
    deleteMemory(deps, { id: params.id, person }),
  ),
})
