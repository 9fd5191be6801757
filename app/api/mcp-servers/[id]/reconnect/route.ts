import { resource } from '@/lib/http/resource'
import { reconnectServer } from '@/lib/run/actions/servers/mcp-servers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/{id}/reconnect', {
  POST: ({ deps, params }) => reconnectServer(deps, params.id),
})
