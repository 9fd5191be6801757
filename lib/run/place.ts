import type { ToolChoice } from '@/lib/domain/session'
import type { SessionRow } from '@/lib/store/session'
import type { Place } from './assess'

/** Where the Calls of a session run, and which Tools it offers. */
export const placeOf = (row: Pick<SessionRow, 'workspace' | 'mode' | 'tools'>): Place => ({
  workspace: row.workspace,
  mode: row.mode,
  excluded: tool => !isOffered(row.tools, tool),
})

export const isOffered = (choice: ToolChoice, tool: string): boolean =>
  (choice.include === null || choice.include.includes(tool)) && !choice.exclude.includes(tool)
