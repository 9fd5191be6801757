import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listModels', async ({ deps }) => ({ items: deps.models.list(), nextCursor: null })),
})
