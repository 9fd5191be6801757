import { resource } from '@/lib/http/resource'
import { pinTool } from '@/lib/run/actions/servers/mcp-servers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools/{toolId}/pin', {
  POST: ({ deps, params, body, person }) =>
    pinTool(deps, { name: params.toolId, definitionHash: body.definitionHash, person }),
})
