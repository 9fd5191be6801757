import { resource } from '@/lib/http/resource'
import { changeModel } from '@/lib/run/actions/change-settings'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/models/{modelId}', {
  PATCH: ({ deps, params, body, person }) => changeModel(deps, { id: params.modelId, patch: body, person }),
})
