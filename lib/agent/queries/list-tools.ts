import type { ToolChange } from '@/lib/domain/call/preview'
import type { ToolItem } from '@/lib/domain/call/tool'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { toolUses } from '@/lib/store/servers/tool-use'
import { definitionChange } from '../calls/assess'
import type { Deps } from '../process/deps'

/** All Tools, in the order of their definitions, each with its use in the sessions that there are. */
export async function listTools({ tools, sql }: Pick<Deps, 'tools' | 'sql'>): Promise<ToolItem[]> {
  const uses = await toolUses(sql)
  return tools.list().map(tool => ({ ...tool, ...uses.get(tool.name) }))
}

/** What has changed in a Tool, with the hash by which exactly that is accepted. */
export async function toolChange(
  deps: Pick<Deps, 'tools' | 'sql' | 'compute'>,
  name: string,
): Promise<ToolChange | Refusal> {
  const tool = deps.tools.tool(name)
  if (!tool) return refuse('not_found', { code: 'problem.noTool' })
  if (!tool.changed) return refuse('not_found', { code: 'problem.nothingToAccept' })
  const definition = await definitionChange(deps, tool, tool.changed)
  return { definitionHash: tool.definitionHash, definition }
}
