import { useQuery } from '@tanstack/react-query'
import type { ToolChoice } from '@/lib/domain/session'
import type { Tool } from '@/lib/domain/tool'
import { api } from './api'
import { KEYS } from './keys'

/** They change only with what is configured. */
const FRESH_MS = 60_000

/** The Tools that a Call of a session may be replaced with; undefined until they are known. */
export function useTools(choice: ToolChoice): { tools: Tool[] | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: KEYS.tools,
    queryFn: ({ signal }) => api.listTools(signal),
    staleTime: FRESH_MS,
  })
  return { tools: data?.items.filter(tool => isOffered(tool, choice)), error }
}

const isOffered = (tool: Tool, { include, exclude }: ToolChoice): boolean =>
  tool.enabled &&
  tool.unavailable === undefined &&
  !tool.forPeople &&
  tool.source !== 'control' &&
  (include?.includes(tool.name) ?? true) &&
  !exclude.includes(tool.name)
