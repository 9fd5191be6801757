import { resource } from '@/lib/http/resource'
import { listTools } from '@/lib/run/queries/list-tools'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools', {
  GET: async ({ deps }) => ({ items: await listTools(deps), nextCursor: null }),
})
