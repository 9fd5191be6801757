import { resource } from '@/lib/http/resource'
import { type OpenApi, openApi } from '@/lib/server/open-api'

let document: OpenApi | undefined

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/openapi.json', {
  GET: async ({ current }) => {
    document ??= openApi(current.settings.version)
    return document
  },
})
