import { resource } from '@/lib/http/resource'
import { correctPlan } from '@/lib/run/actions/correct-plan'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/plan', {
  PUT: ({ deps, params, body, revision }) =>
    correctPlan(deps, { sessionId: params.id, plan: body, revision }),
})
