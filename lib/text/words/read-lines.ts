import type { Words } from './phrase'
import { readWords } from './read-words'

/** The words of a text of several lines; a line that is none of the messages stays as it is. Undefined if all are such. */
export function readLines(text: string, areas: Parameters<typeof readWords>[1]): Words | undefined {
  const lines = text.split('\n')
  const read = lines.map(line => readWords(line, areas))
  if (read.every(words => words === undefined)) return undefined
  const parts = read.map((words, at) => words ?? plain(lines[at] ?? ''))
  return parts.length === 1 ? parts[0] : { code: 'correction.lines', parts, joint: 'lines' }
}

const plain = (text: string): Words => ({ code: 'correction.said', params: { text } })

/** How one thing that a person did is told apart from the next. */
const NEXT_DEED = /; (?=you )/

/** The words of why a Plan was revised. */
export function readCause(because: string): Words | undefined {
  const deeds = because.startsWith('you said: ') ? [because] : because.split(NEXT_DEED)
  const parts = deeds.flatMap(deed => readWords(deed, ['cause', 'correction']) ?? [])
  if (parts.length < deeds.length) return undefined
  return parts.length === 1 ? parts[0] : { code: 'correction.lines', parts }
}
