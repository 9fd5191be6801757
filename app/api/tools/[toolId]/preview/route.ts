import { argumentsTextOf } from '@/lib/domain/call/decision-request'
import { refuse } from '@/lib/domain/contract/problem'
import { isId } from '@/lib/http/path-params'
import { resource } from '@/lib/http/resource'
import { previewTool } from '@/lib/run/actions/user-set'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools/{toolId}/preview', {
  POST: async ({ deps, params, body }) => {
    const { sessionId } = body
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    return previewTool(deps, { tool: params.toolId, sessionId, argumentsText: argumentsTextOf(body) })
  },
})
