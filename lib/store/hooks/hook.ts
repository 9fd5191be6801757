import * as z from 'zod'
import { isSetAside } from '@/lib/domain/call/call-state'
import { Hook, type HookRun } from '@/lib/domain/hooks/hook'
import { columnsOf } from '../connection/columns'
import { jsonValue, type Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { stored } from '../connection/stored'
import { Prisma } from '../generated/client'
import { movePolicy } from '../policy/rule'

const read = stored(columnsOf(Hook.extend({ point: z.string(), run: z.unknown() })))

/** Nobody knows what one means that cannot be read: no Call begins before that is cleared up. */
export function toHook(row: { id: string }): Hook {
  const hook = read(row)
  const parsed = hook && Hook.safeParse(hook)
  if (parsed?.success && !isSetAside(parsed.data)) return parsed.data
  const run = { command: 'echo This version cannot read the hook. >&2; exit 1' }
  const at = new Date(0).toISOString()
  const name = hook?.name ?? 'unreadable'
  const shape = { timeoutMs: 1_000, onFailure: 'block', priority: 1_000, enabled: true } as const
  return { ...shape, id: row.id, name, point: 'tool_start', run, createdAt: at, updatedAt: at }
}

const ORDER = [{ priority: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }] as const

/** The hooks that are on, in the order in which they run, as one JSON array. What they did last is no part of it. */
export const HOOKS_ON = Prisma.sql`
  (SELECT coalesce(json_agg(to_jsonb(h) || '{"lastRun": null}' ORDER BY h.priority DESC, h."createdAt", h.id), '[]')
    FROM "Hook" h WHERE h.enabled)`

/** All hooks, in the order in which they run. */
export async function listHooks(tx: Pick<Tx, 'hook'>): Promise<Hook[]> {
  return (await tx.hook.findMany({ orderBy: [...ORDER] })).map(toHook)
}

export async function findHook(tx: Pick<Tx, 'hook'>, id: string): Promise<Hook | null> {
  const row = await tx.hook.findUnique({ where: { id } })
  return row && toHook(row)
}

/** Whoever writes a session by the hooks that it knew reads them again, as after a change of the Rules. */
export function saveHook(rows: Rows, { before, after }: { before: Hook | null; after: Hook | null }): void {
  if (before && after) rows.change('Hook', after.id, { before, after })
  else if (after) rows.insert('Hook', [after])
  else if (before) rows.remove('Hook', [before.id])
  movePolicy(rows)
}

/** The last of what hooks did is shown beside them; what they did to a session stands in its record. */
export async function noteHookRun(
  db: Pick<Tx, 'hook'>,
  { hookId: id, point, verdict, ms, reason }: HookRun,
  at: string,
): Promise<void> {
  const lastRun = jsonValue({ point, verdict, ms, reason, at })
  await db.hook.updateMany({ where: { id }, data: { lastRun } })
}
