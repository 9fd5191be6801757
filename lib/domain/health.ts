import * as z from 'zod'

const Part = z.object({ ok: z.boolean() })

/** What anybody gets to know. `instance` is that of the process that answers. */
export const Liveness = z.object({
  status: z.enum(['ok', 'degraded']),
  instance: z.string(),
  version: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  database: Part,
  queue: Part,
  workspace: Part,
})
export type Liveness = z.infer<typeof Liveness>

/** What people see who are signed in. `problems` say what is wrong and what to do. */
export const Health = Liveness.extend({
  database: Part.extend({ latencyMs: z.number().optional(), version: z.string().optional() }),
  queue: Part.extend({ dueSessions: z.int(), oldestDueMs: z.int() }),
  lanes: z.object({ slots: z.int(), active: z.int() }),
  streams: z.int(),
  problems: z.array(z.string()),
})
export type Health = z.infer<typeof Health>
