import * as z from 'zod'
import { memoryBlock } from '@/lib/domain/memory/memory-block'
import { oneLine } from '@/lib/text/truncate'
import { defineTool, linePreview, READ } from '../define-tool'

const Arguments = z.strictObject({
  query: z.string().min(1).max(1000).describe('What to look for, in a few words.'),
})

/** Its result is marked as recalled, so that it is not stored a second time. */
export const recallTool = defineTool({
  name: 'recall',
  title: 'Recall',
  description:
    'Looks for what was kept in mind in earlier sessions. It finds at most five memories, best first.',
  ...READ,
  arguments: Arguments,
  paths: () => [],
  preview: async ({ query }) => linePreview({ code: 'control.recall', params: { query: oneLine(query) } }),
  perform: async ({ query }, context) => {
    const memories = await context.recall(query)
    const texts = memories.hits.filter(hit => hit.kept).map(hit => hit.text)
    const text = texts.length > 0 ? memoryBlock(texts) : 'Nothing in memory bears on that.'
    return {
      kind: 'ok',
      text,
      details: { memories: texts.length },
      controlEffect: { kind: 'recall', ...memories },
    }
  },
})
