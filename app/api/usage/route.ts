import { resource } from '@/lib/http/resource'
import { readUsage } from '@/lib/run/queries/read-usage'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/usage', {
  GET: ({ deps, query }) => readUsage(deps, query),
})
