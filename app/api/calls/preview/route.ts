import { refuse } from '@/lib/domain/contract/problem'
import { isId } from '@/lib/http/path-params'
import { resource } from '@/lib/http/resource'
import { previewCall } from '@/lib/run/queries/preview-call'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/calls/preview', {
  POST: async ({ deps, body }) =>
    isId(body.callId) ? previewCall(deps, body) : refuse('not_found', { code: 'problem.noCall' }),
})
