import { resource } from '@/lib/http/resource'
import { readServerPrompt } from '@/lib/run/actions/servers/server-content'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/{id}/prompts', {
  POST: ({ deps, params, body, signal }) =>
    readServerPrompt(deps, { id: params.id, prompt: { name: body.name, arguments: body.arguments }, signal }),
})
