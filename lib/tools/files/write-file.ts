import * as z from 'zod'
import { plain } from '@/lib/messages/phrase'
import { counted } from '@/lib/text/truncate'
import { defineTool, failure, WRITE } from '../define-tool'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import { type FilesChange, oneFile } from './change/file-change'
import { pathArgument } from './path-argument'
import { lineCount, textFault } from './text-content'

const Arguments = z.strictObject({
  path: pathArgument('Path of the file. Missing folders are made.'),
  content: z.string().describe('The whole new content of the file, exactly as it is to be stored.'),
})

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description:
    'Creates a text file, or replaces its whole content. To change a part of a file use edit_file instead.',
  ...WRITE,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  ...changesFiles(writing),
})

function writing({ path, content }: z.output<typeof Arguments>): FilesChange {
  return oneFile(
    path,
    async ({ path: { label }, now }) => {
      const fault = textFault(content)
      if (fault !== null) return failure(plain(`The content for ${label} ${fault}.`))
      const bytes = Buffer.from(content)
      const size = `${counted(lineCount(bytes), 'line')}, ${counted(bytes.length, 'byte')}`
      const verb = now.kind === 'absent' ? 'Created' : 'Wrote'
      return { kind: 'applied', bytes, summary: `${verb} ${label} (${size}).` }
    },
    { overwrites: true },
  )
}
