import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { takeBack } from '@/lib/run/take-back'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  DELETE: endpoint('deleteQueueItem', ({ deps, params }) =>
    takeBack(deps, { sessionId: params.id, itemId: params.itemId }),
  ),
})
