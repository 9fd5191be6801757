import { browserHash } from '@/lib/auth/cookie'
import { ownOrigin } from '@/lib/http/guard'
import { resource } from '@/lib/http/resource'
import { beginServerSignIn, endServerSignIn } from '@/lib/run/actions/servers/server-sign-in'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/{id}/sign-in', {
  POST: ({ deps, params, current, request: { headers } }) => {
    const { origin } = current.settings
    const redirectUrl = `${ownOrigin(headers, origin)}/api/mcp-servers/sign-in`
    return beginServerSignIn(deps, { id: params.id, redirectUrl, browser: browserHash(headers, origin) })
  },
  PUT: ({ deps, params, body, current, request: { headers } }) => {
    const answer = { ...body, browser: browserHash(headers, current.settings.origin) }
    return endServerSignIn(deps, { id: params.id, answer })
  },
})
