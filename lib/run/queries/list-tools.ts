import type { ToolItem } from '@/lib/domain/call/tool'
import { toolUses } from '@/lib/store/call/tool-use'
import type { Deps } from '../process/deps'

/** All Tools, in the order of their definitions, each with its use in the sessions that there are. */
export async function listTools({ tools, sql }: Pick<Deps, 'tools' | 'sql'>): Promise<ToolItem[]> {
  const uses = await toolUses(sql)
  return tools.list().map(tool => ({ ...tool, ...uses.get(tool.name) }))
}
