import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { correctPlan } from '@/lib/run/correct-plan'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  PUT: endpoint('correctPlan', ({ deps, params, body }) =>
    correctPlan(deps, { sessionId: params.id, given: body }),
  ),
})
