import { resource } from '@/lib/http/resource'
import { changeMemory, deleteMemory } from '@/lib/run/actions/memories'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/memories/{id}', {
  PATCH: ({ deps, params, body, person }) => changeMemory(deps, { id: params.id, patch: body, person }),
  DELETE: ({ deps, params, person }) => deleteMemory(deps, { id: params.id, person }),
})
