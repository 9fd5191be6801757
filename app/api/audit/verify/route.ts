import { resource } from '@/lib/http/resource'
import { verifyInstallation, verifySession } from '@/lib/run/export/verify-record'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/audit/verify', {
  GET: ({ deps, query }) =>
    query.sessionId === undefined ? verifyInstallation(deps) : verifySession(deps, query.sessionId),
})
