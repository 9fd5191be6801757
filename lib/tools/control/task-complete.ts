import * as z from 'zod'
import { TASK_COMPLETE } from '@/lib/domain/call/tool'
import { defineTool, linePreview, READ } from '../define-tool'

const Arguments = z.strictObject({
  summary: z.string().max(20_000).optional().describe('What was done, for the person to read.'),
})

export const taskComplete = defineTool({
  name: TASK_COMPLETE,
  title: 'Task complete',
  description:
    'Ends your work on what the person asked for, once everything is done. Give a short summary of it. A plain ' +
    'answer without any call ends it too.',
  ...READ,
  source: 'control',
  arguments: Arguments,
  paths: () => [],
  preview: async () => linePreview({ code: 'control.end' }),
  perform: async ({ summary }) => ({ kind: 'ok', text: summary?.trim() || 'The task is complete.' }),
})
