import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers/{provider}/test', {
  POST: async () => refuse('unavailable', 'This server cannot test providers yet.'),
})
