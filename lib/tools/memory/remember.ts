import * as z from 'zod'
import { MemoryTags } from '@/lib/domain/memory/memory'
import { MEMORY_CHARS, whyNotKept } from '@/lib/domain/memory/memory-block'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import { defineTool, invalidArgument, linePreview, WRITE } from '../define-tool'

const Arguments = z.strictObject({
  text: z.string().min(1).max(MEMORY_CHARS).describe('What to keep in mind, in your own words.'),
  tags: MemoryTags.optional().describe('A few words to find it by.'),
})

/** Why the arguments cannot be stored, or null. */
const faultIn = ({ text }: z.output<typeof Arguments>): CodedText | null =>
  text.trim() === '' ? { code: 'fault.nothingToKeep' } : whyNotKept(text)

/** Idempotent, since the memory is stored with its Result, exactly once. */
export const remember = defineTool({
  name: 'remember',
  title: 'Remember',
  description:
    'Keeps a short text in mind for all later sessions: a preference, a decision, a fact that will be needed ' +
    'again. Not for what stands in files, nor for what was recalled or what a tool gave back.',
  ...WRITE,
  idempotent: true,
  arguments: Arguments,
  paths: () => [],
  preview: async args => {
    const fault = faultIn(args)
    if (fault !== null) return invalidArgument('/text', fault)
    return linePreview({ code: 'control.remember', params: { text: oneLine(args.text) } })
  },
  perform: async args => {
    const fault = faultIn(args)
    if (fault !== null) return { kind: 'error', text: phrase(fault) }
    return {
      kind: 'ok',
      text: 'Kept in memory.',
      controlEffect: { kind: 'memory', text: args.text, tags: args.tags ?? [] },
    }
  },
})
