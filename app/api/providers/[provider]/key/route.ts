import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers/{provider}/key', {
  PUT: async () => refuse('unavailable', 'This server keeps no keys yet.'),
  DELETE: async () => refuse('unavailable', 'This server keeps no keys yet.'),
})
