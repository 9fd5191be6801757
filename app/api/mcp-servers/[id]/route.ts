import { resource } from '@/lib/http/resource'
import { changeServer, deleteServer, readServer } from '@/lib/run/actions/servers/mcp-servers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/{id}', {
  GET: ({ deps, params }) => readServer(deps, params.id),
  PATCH: ({ deps, params, body, person }) => changeServer(deps, { id: params.id, patch: body, person }),
  DELETE: ({ deps, params, person }) => deleteServer(deps, { id: params.id, person }),
})
