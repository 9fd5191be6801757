import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { type OpenApi, openApi } from '@/lib/server/open-api'

let made: OpenApi | undefined

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readOpenApi', async ({ current }) => {
    made ??= openApi(current.settings.version)
    return made
  }),
})
