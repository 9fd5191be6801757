import { argumentsTextOf } from '@/lib/domain/call/decision-request'
import { refuse } from '@/lib/domain/contract/problem'
import { isId } from '@/lib/http/path-params'
import { resource } from '@/lib/http/resource'
import { runTool } from '@/lib/run/actions/user-set'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/tools/{toolId}/run', {
  POST: async ({ deps, params, body, person, once }) => {
    const { sessionId } = body
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    return runTool(deps, {
      tool: params.toolId,
      sessionId,
      argumentsText: argumentsTextOf(body),
      previewDigest: body.previewDigest,
      person,
      once,
    })
  },
})
