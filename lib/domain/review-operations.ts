import * as z from 'zod'
import { EXPORT_TYPES, ExportFormat } from './export-format'
import type { Operation } from './operation'

/** The operations by which what happened is looked through and taken along. */
export const REVIEW_OPERATIONS = {
  exportSession: {
    method: 'GET',
    path: '/api/sessions/{id}/export',
    summary: 'The whole session as a file',
    description:
      '`json`: everything there is of it. `jsonl`: the links of its record, one a line and with the exact text that each hash covers, then the signed head. `md`: a document for people; arguments and results stand in it as text.',
    query: z.object({ format: ExportFormat.default('json') }),
    answers: { 200: Object.values(EXPORT_TYPES) },
  },
} as const satisfies Record<string, Operation>
