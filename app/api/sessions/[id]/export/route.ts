import { Refusal } from '@/lib/domain/contract/problem'
import { EXPORT_TYPES } from '@/lib/domain/session/export-format'
import { FileReply, fileName } from '@/lib/http/file-reply'
import { resource } from '@/lib/http/resource'
import { exportSession } from '@/lib/run/export/export-session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/export', {
  GET: async ({ deps, params, query }) => {
    const { format, lang } = query
    const exported = await exportSession(deps, { sessionId: params.id, format, language: lang })
    if (exported instanceof Refusal) return exported
    const name = fileName(exported.title, `-${params.id.slice(-12)}.${format}`)
    return new FileReply(name, EXPORT_TYPES[format], exported.body)
  },
})
