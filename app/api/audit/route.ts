import { Refusal } from '@/lib/domain/contract/problem'
import { FileReply, fileName } from '@/lib/http/file-reply'
import { resource } from '@/lib/http/resource'
import { exportRecord } from '@/lib/run/export/export-record'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/audit', {
  GET: async ({ deps, query }) => {
    const body = await exportRecord(deps, query)
    if (body instanceof Refusal) return body
    const suffix = query.sessionId ? `-${query.sessionId.slice(-12)}` : ''
    return new FileReply(fileName('record', `${suffix}.jsonl`), 'application/x-ndjson', body)
  },
})
