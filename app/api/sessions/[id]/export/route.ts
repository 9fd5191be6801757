import { endpoint } from '@/lib/auth/endpoint'
import { fileName } from '@/lib/auth/file-name'
import { FileReply } from '@/lib/auth/file-reply'
import { resource } from '@/lib/auth/resource'
import { EXPORT_TYPES } from '@/lib/domain/export-format'
import { Refusal } from '@/lib/domain/problem'
import { exportSession } from '@/lib/run/export/export-session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('exportSession', async ({ deps, params, query }) => {
    const { format } = query
    const exported = await exportSession(deps, { sessionId: params.id, format })
    if (exported instanceof Refusal) return exported
    const name = fileName(exported.title, `-${params.id.slice(-12)}.${format}`)
    return new FileReply(name, EXPORT_TYPES[format], exported.body)
  }),
})
