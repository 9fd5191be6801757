import { propertiesOf, schemaOf, writtenAs } from '../elements'
import type { Named, OfferedTool } from '../spoken'

/** `name <code>key>value</code>`, with one line for each argument; a value may go on in lines of its own. */
export function functionCall(body: string, offered: OfferedTool[]): Named | null {
  const [begun, tool = ''] = /^\s*([\w-]{1,64})\s*(?:<code>)?/.exec(body) ?? []
  const known = offered.find(({ name }) => name === tool)
  if (begun === undefined || !known) return null
  const rest = body.slice(begun.length).trimEnd()
  const code = begun.endsWith('<code>') && rest.endsWith('</code>') ? rest.slice(0, -'</code>'.length) : null
  if (code === null) return rest === '' && !begun.endsWith('<code>') ? { tool, argumentsText: '{}' } : null
  const properties = propertiesOf(known.schema)
  const values: [string, string[]][] = []
  for (const line of code.trim().split('\n')) {
    const at = line.indexOf('>')
    const key = line.slice(0, Math.max(at, 0)).trim()
    if (Object.hasOwn(properties, key)) values.push([key, [line.slice(at + 1)]])
    else if (values.length > 0) values.at(-1)?.[1].push(line)
    else if (line.trim() !== '') return null
  }
  const members = values.map(
    ([key, lines]) =>
      `${JSON.stringify(key)}:${writtenAs(lines.join('\n').trim(), schemaOf(properties, key))}`,
  )
  return { tool, argumentsText: `{${members.join(',')}}` }
}
