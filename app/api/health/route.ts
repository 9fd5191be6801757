import { reply } from '@/lib/http/reply'
import { resource } from '@/lib/http/resource'
import { healthOf, livenessOf } from '@/lib/server/health/health'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/health', {
  GET: async ({ current, person }) => {
    const health = await healthOf(current)
    return reply(health.database.ok ? 200 : 503, person ? health : livenessOf(health))
  },
})
