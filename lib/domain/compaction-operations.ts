import * as z from 'zod'
import { UndoneCompaction } from './compaction'
import type { Operation } from './operation'

/** The operations on how much of a conversation the model sees. */
export const COMPACTION_OPERATIONS = {
  compactSession: {
    method: 'POST',
    path: '/api/sessions/{id}/compact',
    summary: 'Put a summary in the place of earlier messages, which stay in the transcript',
    description:
      'A run at work does it before its next request, at the latest at its end; an idle session gets a run that does only that. `/compact`, sent as a message, does the same.',
    answers: { 202: z.object({ runId: z.string() }) },
  },
  undoCompaction: {
    method: 'POST',
    path: '/api/sessions/{id}/compactions/{compactionId}/undo',
    summary: 'Show the model the earlier messages again',
    description: 'Of several compactions the latest is undone first.',
    answers: { 200: UndoneCompaction },
  },
} as const satisfies Record<string, Operation>
