import type { Health, Liveness } from '@/lib/domain/health'
import { Refusal } from '@/lib/domain/problem'
import { errorFields } from '@/lib/run/error-fields'
import { backlog } from '@/lib/store/backlog'
import type { CurrentProcess, Working } from './current-process'

/** A database that takes longer to answer is not well. */
const PATIENCE_MS = 3_000
/** A session whose wake is due for so long waits for a free slot, or nobody runs loops. */
const LATE_MS = 30_000

/** How this process and what it works with are. */
export async function healthOf(current: CurrentProcess): Promise<Health> {
  const working = await current.working()
  if (working instanceof Refusal) return unwell(current, working.detail)
  const began = performance.now()
  const found = await within(PATIENCE_MS, backlog(working.deps.db)).catch((error: unknown) => {
    current.log('warn', 'The database does not answer', errorFields(error))
    return null
  })
  if (!found) return unwell(current, 'The database does not answer. The log says why.')
  const { version, ...queue } = found
  const isLate = queue.oldestDueMs > LATE_MS
  const unfit = working.deps.unfit()
  const problems = [
    ...(isLate ? ['Sessions wait for a free slot, or no process runs them.'] : []),
    ...(unfit ? [unfit] : []),
  ]
  return {
    ...about(current),
    status: problems.length > 0 ? 'degraded' : 'ok',
    database: { ok: true, latencyMs: Math.round(performance.now() - began), version },
    queue: { ok: !isLate, ...queue },
    lanes: lanesOf(working),
    workspace: { ok: !unfit },
    streams: working.streams.open,
    problems,
  }
}

const about = ({ settings }: CurrentProcess) => ({
  instance: settings.instance,
  version: settings.version,
  role: settings.role,
})

const lanesOf = ({ role, slots, waker }: Working): Health['lanes'] =>
  role === 'web' ? { slots: 0, active: 0 } : { slots, active: waker.active() }

const unwell = (current: CurrentProcess, problem: string): Health => ({
  ...about(current),
  status: 'degraded',
  database: { ok: false },
  queue: { ok: false, dueSessions: 0, oldestDueMs: 0 },
  lanes: { slots: 0, active: 0 },
  workspace: { ok: false },
  streams: 0,
  problems: [problem],
})

/** What anybody may know of it. */
export const livenessOf = (health: Health): Liveness => ({
  status: health.status,
  instance: health.instance,
  version: health.version,
  role: health.role,
  database: { ok: health.database.ok },
  queue: { ok: health.queue.ok },
  workspace: { ok: health.workspace.ok },
})

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms)
  const over = new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason)))
  return Promise.race([work, over])
}
