import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/fork', {
  POST: async () => refuse('unavailable', 'Sessions cannot be forked yet.'),
})
