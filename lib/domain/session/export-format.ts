import * as z from 'zod'

export const ExportFormat = z.enum(['md', 'json', 'jsonl'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const EXPORT_TYPES = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
} as const satisfies Record<ExportFormat, string>
