import * as z from 'zod'
import { oneLine } from '@/lib/text/truncate'
import { defineTool, linePreview, READ } from '../define-tool'

const Arguments = z.strictObject({
  name: z.string().min(1).max(64).describe('Name of the skill, as it is listed.'),
})

/** It reads only skills that were offered when the Run began: nothing outside of the session. */
export const readSkill = defineTool({
  name: 'read_skill',
  title: 'Read skill',
  description:
    'Reads one of the skills that are listed: how something is done here. Read it before you follow it.',
  ...READ,
  source: 'control',
  arguments: Arguments,
  paths: () => [],
  preview: async ({ name }) => linePreview({ code: 'control.skill', params: { name: oneLine(name) } }),
  perform: async ({ name }, context) => {
    const text = await context.skill(name)
    return text === null
      ? { kind: 'error', text: `There is no skill named ${oneLine(name)} in this run.` }
      : { kind: 'ok', text }
  },
})
