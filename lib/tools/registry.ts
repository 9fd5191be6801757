import { type Tool, ToolName } from '@/lib/domain/call/tool'
import { phrase } from '@/lib/messages/phrase'
import { canonicalJson } from '@/lib/text/json/json-text'
import type { ToolContext, ToolDefinition } from './define-tool'

/** The Tools of an installation. Names are unique. */
export type Registry = {
  /** In the order of their definitions. */
  list: () => Tool[]
  find: (name: string) => ToolDefinition | undefined
  /** A Tool without its Activity. */
  tool: (name: string) => Tool | undefined
  /** The text that the Tool's definition hash is over, to show and to compare. */
  definitionText: (name: string) => string | undefined
  /**
   * Puts these in the place of all Tools of a source; no other source may have one of their names. `pins`: the accepted
   * definition hash of each, by its name; a Tool with another one, or with none, has changed.
   */
  replace: (source: string, definitions: ToolDefinition[], pins?: ReadonlyMap<string, string>) => void
  /** A definition of a Tool was accepted. */
  pin: (name: string, definitionHash: string) => void
}

type Entry = { definition: ToolDefinition; tool: Tool; text: string }

export function createRegistry(definitions: ToolDefinition[], hash: ToolContext['hash']): Registry {
  let entries = new Map<string, Entry>()
  /** What was there already keeps its hash: servers may have many Tools. */
  const entryOf = (definition: ToolDefinition): Entry => {
    const entry = entries.get(definition.name)
    if (entry?.definition === definition) return entry
    const text = canonicalJson({ ...shownOf(definition), origin: definition.origin })
    return { definition, text, tool: toolOf(definition, hash(text)) }
  }
  const add = (
    to: Map<string, Entry>,
    definition: ToolDefinition,
    pins?: ReadonlyMap<string, string>,
  ): void => {
    const name = ToolName.parse(definition.name)
    if (to.has(name)) throw new Error(`Two tools are named ${name}`)
    const entry = entryOf(definition)
    to.set(name, pins ? pinned(entry, pins.get(name) ?? null) : entry)
  }
  for (const definition of definitions) add(entries, definition)
  return {
    replace: (source, replacement, pins) => {
      const next = new Map([...entries].filter(([, entry]) => entry.tool.source !== source))
      for (const definition of replacement) add(next, definition, pins)
      entries = next
    },
    pin: (name, definitionHash) => {
      const entry = entries.get(name)
      if (entry) entries.set(name, pinned(entry, definitionHash))
    },
    list: () => [...entries.values()].map(entry => entry.tool),
    find: name => entries.get(name)?.definition,
    tool: name => entries.get(name)?.tool,
    definitionText: name => entries.get(name)?.text,
  }
}

function pinned(entry: Entry, hash: string | null): Entry {
  const { changed: _, ...tool } = entry.tool
  return { ...entry, tool: hash === tool.definitionHash ? tool : { ...tool, changed: { pinned: hash } } }
}

function toolOf(definition: ToolDefinition, definitionHash: string): Tool {
  const { forPeople, unavailable } = definition
  const more = { forPeople, latent: false, definitionHash, enabled: unavailable === undefined }
  const tool = { ...shownOf(definition), ...more }
  return unavailable ? { ...tool, unavailable: phrase(unavailable), unavailableMessage: unavailable } : tool
}

/**
 * Everything that the model and the person are shown of a Tool. The definition hash is over it, as JSON with sorted keys:
 * the order in which a definition was written does not matter.
 */
function shownOf(definition: ToolDefinition) {
  const { name, title, description, source, schema, risk, readOnly, idempotent } = definition
  return { id: name, name, title, description, source, schema, risk, readOnly, idempotent }
}
