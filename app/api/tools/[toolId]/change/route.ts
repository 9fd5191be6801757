import { resource } from '@/lib/http/resource'
import { toolChange } from '@/lib/run/queries/list-tools'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools/{toolId}/change', {
  GET: ({ deps, params }) => toolChange(deps, params.toolId),
})
