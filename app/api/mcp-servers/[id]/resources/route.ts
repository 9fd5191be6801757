import { resource } from '@/lib/http/resource'
import { readServerResource } from '@/lib/run/actions/servers/server-content'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/{id}/resources', {
  POST: ({ deps, params, body, signal }) => readServerResource(deps, { id: params.id, ...body, signal }),
})
