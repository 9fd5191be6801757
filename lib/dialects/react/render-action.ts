import { escaped, escapedName, propertiesOf, schemaOf, writtenAs } from '../elements'
import { isJson, membersOf } from '../json-scan'
import type { Named, OfferedTool } from '../spoken'

/** A Call as a reply of this dialect writes it: read again, it is the same. */
export function renderAction({ tool, argumentsText }: Named, offered: OfferedTool[]): string {
  const members = isJson(argumentsText) ? membersOf(argumentsText) : null
  const known = offered.find(({ name }) => name === tool)
  const properties = propertiesOf(known?.schema)
  // Where the names of a tool are known, only they begin an element.
  const isKnown = members && (!known || [...members.keys()].every(name => Object.hasOwn(properties, name)))
  const parameters = isKnown
    ? [...members].map(([name, json]) => element(name, json, properties)).join('\n')
    : argumentsText.replaceAll('<', '\\u003c')
  return `<ACTION>\n<tool_name>${escaped(tool)}</tool_name>\n<parameters>${parameters}</parameters>\n</ACTION>`
}

/** A value as it is, where it is read as what it was; else as JSON, which the element says. */
function element(name: string, json: string, properties: Record<string, unknown>): string {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : null
  const text = typeof value === 'string' ? value : json
  const isPlain =
    writtenAs(text, schemaOf(properties, name)) === (text === json ? json : JSON.stringify(text))
  const isName = /^[A-Za-z_][\w.-]{0,63}$/.test(name) && name !== 'parameter'
  const [tag, named] = isName ? [name, name] : ['parameter', `parameter name="${escapedName(name)}"`]
  return isPlain ? `<${named}>${escaped(text)}</${tag}>` : `<${named} type="json">${escaped(json)}</${tag}>`
}
