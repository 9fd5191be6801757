import { Refusal } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { addServers, listServers } from '@/lib/run/actions/servers/mcp-servers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers', {
  GET: async ({ deps }) => ({ items: await listServers(deps), nextCursor: null }),
  POST: async ({ deps, body, person, once }) => {
    const servers = await addServers(deps, { input: body, person, once })
    if (servers instanceof Refusal) return servers
    const [first] = servers
    return body.mcpServers || !first ? { items: servers } : first
  },
})
