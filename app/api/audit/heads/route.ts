import { FileReply, fileName } from '@/lib/http/file-reply'
import { resource } from '@/lib/http/resource'
import { exportHeads } from '@/lib/run/export/export-record'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/audit/heads', {
  GET: async ({ deps }) =>
    new FileReply(fileName('record', '-heads.jsonl'), 'application/x-ndjson', exportHeads(deps)),
})
