import { openEndpoint } from '@/lib/auth/endpoint'
import { reply } from '@/lib/auth/reply'
import { resource } from '@/lib/auth/resource'
import { healthOf, livenessOf } from '@/lib/server/health'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: openEndpoint('readHealth', async ({ current, person }) => {
    const health = await healthOf(current)
    return reply(health.database.ok ? 200 : 503, person ? health : livenessOf(health))
  }),
})
