import type { ToolDefinition } from './define-tool'

export type NamedPaths = { kind: 'paths'; paths: string[] } | { kind: 'error'; message: string; bug: unknown }

/** The workspace paths that arguments name. It never throws: a bug in the Tool is an error that carries it. */
export function namedPaths(definition: ToolDefinition, args: unknown): NamedPaths {
  try {
    return { kind: 'paths', paths: definition.paths(args) }
  } catch (error) {
    return { kind: 'error', message: `${definition.name} failed unexpectedly.`, bug: error }
  }
}
