import { elementArguments, elementsIn } from '../elements'
import { isToolName } from '../is-tool-name'
import { isJson } from '../json-scan'
import type { Named, OfferedTool } from '../spoken'

const META = /^(think|thinking|thought|analysis|reasoning|reflection)$/i

/** A Call that is written as elements: `<tool><argument>…`, `<tool>{…}</tool>` or `<name>…</name><arguments>…`. */
export function elementCall(body: string, offered: OfferedTool[]): Named | null {
  const parts = elementsIn(body)
  const [first] = parts ?? []
  if (!parts || !first || META.test(first.name)) return null
  const name = parts.find(part => /^(name|tool|tool_name)$/i.test(part.name))
  const args = parts.find(part => /^(arguments|parameters|args|input|params)$/i.test(part.name))
  if (name && parts.every(part => part === name || part === args))
    return namedCall(name.body.trim(), args?.body ?? '', offered)
  return parts.length === 1 ? namedCall(first.name, first.body, offered) : null
}

/** A Call whose name is known, by what it is called with: an object, or one element for each argument. */
export function namedCall(tool: string, body: string, offered: OfferedTool[]): Named | null {
  const trimmed = body.trim()
  const argumentsText =
    trimmed.startsWith('{') && isJson(trimmed)
      ? trimmed
      : elementArguments(
          body,
          offered.find(({ name }) => name === tool),
        )
  return !isToolName(tool) || argumentsText === null ? null : { tool, argumentsText }
}
