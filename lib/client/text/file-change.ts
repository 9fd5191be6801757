import { diffsOf } from '@/lib/domain/call/call-state'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonNode } from '@/lib/text/json/json-tree'

/** The arguments that hold text of a file, in the tools that write one. */
const CONTENTS = ['content', 'old', 'new']

/** Whether an argument is text of a file: of a tool that changes files, one by its name, or of several lines. */
export const isFileText = (preview: Preview | undefined, key: string, value: string): boolean =>
  diffsOf(preview).length > 0 && (CONTENTS.includes(key) || value.includes('\n'))

function scalarAt(args: JsonNode | undefined, key: string): unknown {
  const node = args?.kind === 'object' ? args.entries.find(entry => entry.key === key)?.value : undefined
  return node?.kind === 'scalar' ? node.value : undefined
}

/** The file that arguments name, which says in what language its text is. */
export function fileNameIn(args: JsonNode | undefined): string {
  const path = scalarAt(args, 'path')
  return typeof path === 'string' ? path : ''
}

/** The arguments that people come to change, in the order that they are read in: text of a file, a command, an address. */
const mainFields = (preview: Preview | undefined): string[] => [
  ...(diffsOf(preview).length > 0 ? CONTENTS : []),
  ...(preview?.command ? ['command'] : []),
  ...(preview?.request ? ['url'] : []),
]

/** The fields of a form, those first that people come to change. */
export function mainFirst<F>(preview: Preview | undefined, fields: [string, F][]): [string, F][] {
  const names = mainFields(preview)
  const placeOf = ([key]: [string, F]): number => (names.includes(key) ? names.indexOf(key) : names.length)
  return [...fields].sort((one, other) => placeOf(one) - placeOf(other))
}

/** The field that takes the focus: what is replaced in a file is changed less often than what takes its place. */
export function mainField(preview: Preview | undefined, fields: string[]): string | undefined {
  const main = mainFields(preview).filter(key => fields.includes(key) && key !== 'old')
  return main[0] ?? fields[0]
}

/** A part of an address as it can be read. */
export type AddressPart = { name: 'scheme' | 'host' | 'path' | 'query' | 'fragment'; text: string }

/** The parts of an address, in their order; null while it is not whole. */
export function addressParts(address: string): AddressPart[] | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, search, searchParams, hash } = new URL(address)
  const query = [...searchParams].map(([key, value]) => `${key} = ${value}`).join('\n')
  const parts: AddressPart[] = [
    { name: 'scheme', text: protocol.replace(/:$/, '') },
    { name: 'host', text: host },
    { name: 'path', text: readable(pathname) },
    { name: 'query', text: search === '' ? '' : query },
    { name: 'fragment', text: readable(hash.slice(1)) },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** Without its escapes, where they stand for text. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
