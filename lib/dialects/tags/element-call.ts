import type { Named } from '../call-object'
import { elementArguments, elementsIn } from '../elements'
import { valueEnd } from '../json-scan'
import type { OfferedTool } from '../spoken'

const META = /^(think|thinking|thought|analysis|reasoning|reflection)$/i

/** A Call that is written as elements: `<tool><argument>…`, `<tool>{…}</tool>` or `<name>…</name><arguments>…`. */
export function elementCall(body: string, offered: OfferedTool[]): Named | null {
  const parts = elementsIn(body)
  const [first] = parts ?? []
  if (!parts || !first || META.test(first.name)) return null
  const name = parts.find(part => /^(name|tool|tool_name)$/i.test(part.name))
  const args = parts.find(part => /^(arguments|parameters|args|input|params)$/i.test(part.name))
  if (name && parts.every(part => part === name || part === args))
    return withArguments(name.body.trim(), args?.body ?? '', offered)
  return parts.length === 1 ? withArguments(first.name, first.body, offered) : null
}

function withArguments(tool: string, body: string, offered: OfferedTool[]): Named | null {
  const trimmed = body.trim()
  const isObject = trimmed.startsWith('{') && valueEnd(trimmed, 0) === trimmed.length
  const argumentsText = isObject
    ? trimmed
    : elementArguments(
        body,
        offered.find(({ name }) => name === tool),
      )
  return tool === '' || argumentsText === null ? null : { tool, argumentsText }
}
