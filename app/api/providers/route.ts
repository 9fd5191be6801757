import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers', {
  GET: async () => refuse('unavailable', 'This server cannot tell of its providers yet.'),
})
