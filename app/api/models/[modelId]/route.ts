import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { changeModel } from '@/lib/run/change-model'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  PATCH: endpoint('changeModel', ({ deps, params, body, person }) =>
    changeModel(deps, { id: params.modelId, patch: body, person }),
  ),
})
