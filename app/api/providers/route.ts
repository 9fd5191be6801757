import { resource } from '@/lib/http/resource'
import { listProviders } from '@/lib/run/actions/models/providers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers', {
  GET: ({ deps }) => listProviders(deps),
})
