import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listTools', async ({ deps }) => ({ items: deps.tools.list(), nextCursor: null })),
})
