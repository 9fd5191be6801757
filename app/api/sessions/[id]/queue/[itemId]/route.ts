import { resource } from '@/lib/http/resource'
import { takeBack } from '@/lib/run/actions/send-message'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/queue/{itemId}',
  {
    DELETE: ({ deps, params }) => takeBack(deps, { sessionId: params.id, itemId: params.itemId }),
  },
)
