import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools', {
  GET: async ({ deps }) => ({ items: deps.tools.list(), nextCursor: null }),
})
