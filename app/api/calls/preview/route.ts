import { endpoint } from '@/lib/auth/endpoint'
import { isId } from '@/lib/auth/is-id'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { previewCall } from '@/lib/run/preview-call'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('previewCall', async ({ deps, body }) =>
    isId(body.callId) ? previewCall(deps, body) : refuse('not_found', 'There is no such call.'),
  ),
})
