import { resource } from '@/lib/http/resource'
import { changeSettings } from '@/lib/run/actions/change-settings'
import { readSettings } from '@/lib/store/connection/setting'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/settings', {
  GET: ({ deps }) => readSettings(deps.db),
  PATCH: ({ deps, body, person }) => changeSettings(deps, { patch: body, person }),
})
