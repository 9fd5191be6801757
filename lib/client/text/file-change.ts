import { diffsOf } from '@/lib/domain/call/call-state'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonNode } from '@/lib/text/json/json-tree'

/** The arguments that hold text of a file, in the tools that write one. */
const CONTENTS = ['content', 'old', 'new']

/** Whether an argument is text of a file: of a tool that changes files, one by its name, or of several lines. */
export const isFileText = (preview: Preview | undefined, key: string, value: string): boolean =>
  diffsOf(preview).length > 0 && (CONTENTS.includes(key) || value.includes('\n'))

/** The file that arguments name, which says in what language its text is. */
export function fileNameIn(args: JsonNode): string {
  const path = args.kind === 'object' ? args.entries.find(({ key }) => key === 'path')?.value : undefined
  return path?.kind === 'scalar' && typeof path.value === 'string' ? path.value : ''
}

/**
 * The field that takes the focus, since people come to change it: text of a file, a command, an address. What is replaced in
 * a file is changed less often than what takes its place.
 */
export function mainField(preview: Preview | undefined, fields: string[]): string | undefined {
  const main = [
    ...(diffsOf(preview).length > 0 ? CONTENTS : []),
    ...(preview?.command ? ['command'] : []),
    ...(preview?.request ? ['url'] : []),
  ]
  return main.find(key => fields.includes(key) && key !== 'old') ?? fields[0]
}
