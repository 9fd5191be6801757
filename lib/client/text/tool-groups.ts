import type { Tool } from '@/lib/domain/call/tool'

export type ToolGroup<T extends Tool> = { source: string; tools: T[] }

/** Whether each word of a search stands in what a tool is called or described as. */
export function matchesTool({ name, title, description }: Tool, query: string): boolean {
  const text = `${name} ${title} ${description}`.toLocaleLowerCase()
  const words = query.toLocaleLowerCase().split(/\s+/)
  return words.every(word => text.includes(word))
}

/** What is built in, what controls a run, and then each server by its name. */
export function groupTools<T extends Tool>(tools: readonly T[]): ToolGroup<T>[] {
  const bySource = Map.groupBy(tools, ({ source }) => source)
  const groups = [...bySource].map(([source, own]) => ({ source, tools: own }))
  return groups.sort((one, other) => (placeOf(one.source) < placeOf(other.source) ? -1 : 1))
}

/** A group with those of its tools that are shown. */
export type GroupPart<T extends Tool> = { group: ToolGroup<T>; own: T[] }

/** The first so many tools of groups, in their order. A group of which none is among them is left out. */
export function firstTools<T extends Tool>(groups: ToolGroup<T>[], most: number): GroupPart<T>[] {
  let left = most
  return groups.flatMap(group => {
    const own = group.tools.slice(0, Math.max(left, 0))
    left -= own.length
    return own.length > 0 ? [{ group, own }] : []
  })
}

const placeOf = (source: string): string =>
  source.startsWith('mcp:') ? `2${source}` : source === 'control' ? '1' : '0'
