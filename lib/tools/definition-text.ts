import type { ToolDefinition } from './define-tool'

/**
 * What the definition hash is over: everything that the model and the person are shown of a Tool, as JSON
 * with sorted keys, so that the order in which a definition was written does not count.
 */
export function definitionText(definition: ToolDefinition): string {
  const { name, title, description, source, schema, risk, readOnly, idempotent } = definition
  return sortedJson({ id: name, name, title, description, source, schema, risk, readOnly, idempotent })
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`)
  return `{${members.join(',')}}`
}
