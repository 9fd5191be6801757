import type { Health, Liveness } from '@/lib/domain/contract/health'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Runaway } from '@/lib/domain/run/runaway'
import { errorFields } from '@/lib/run/process/error-fields'
import { findRunaways } from '@/lib/store/call/runaway'
import { backlog } from '@/lib/store/record/backlog'
import type { CurrentProcess, Working } from '../current-process'
import { diskSpace } from './disk-space'
import { recordHealth } from './record-health'

/** A database that takes longer to answer is not well. */
const PATIENCE_MS = 3_000
/** A session whose wake is due for so long waits for a free slot, or nobody runs loops. */
const LATE_MS = 30_000

/** How this process and what it works with are. */
export async function healthOf(current: CurrentProcess): Promise<Health> {
  const [space, looked] = await Promise.all([diskSpace(current.settings.process), lookPatiently(current)])
  if (looked instanceof Refusal) return unwell(current, looked.detail, space)
  const { working, latencyMs, found } = looked
  const { version, record, runaways, ...queue } = found
  const isLate = queue.oldestDueMs > LATE_MS
  const unfit = working.deps.whyNotReady()
  const problems = [
    ...(isLate ? ['Sessions wait for a free slot, or no process runs them.'] : []),
    ...(unfit ? [unfit] : []),
    ...runaways.map(inWords),
    ...record.problems,
    ...(current.diskFull.isRecent() ? [FULL] : []),
    ...space.problems,
  ]
  return {
    ...about(current),
    status: problems.length > 0 ? 'degraded' : 'ok',
    database: { ok: true, latencyMs, version },
    queue: { ok: !isLate, ...queue },
    lanes: lanesOf(working),
    workspace: { ok: !unfit },
    record: record.health,
    streams: working.streams.open,
    disk: space.disk,
    problems: [...problems, ...record.warnings],
  }
}

async function lookPatiently(current: CurrentProcess) {
  const working = await current.working()
  if (working instanceof Refusal) return working
  const began = performance.now()
  const found = await within(PATIENCE_MS, look(working)).catch((error: unknown) => {
    current.log('warn', 'The database does not answer', errorFields(error))
    return null
  })
  if (!found) return refuse('unavailable', 'The database does not answer. The log says why.')
  return { working, latencyMs: Math.round(performance.now() - began), found }
}

/** Asked together: one answer after another would add up where much else is going on. */
async function look(working: Working) {
  const { db } = working.deps
  const [waiting, runaways, record] = await Promise.all([
    backlog(db),
    findRunaways(db),
    recordHealth(working),
  ])
  return { ...waiting, runaways, record }
}

const inWords = ({ tool, sessionId, startedAt, workspace }: Runaway): string =>
  `${tool} of session ${sessionId}, begun at ${startedAt}, was given up and may still act: no write begins in ` +
  `${workspace === '' ? 'the workspace' : `the folder ${workspace}`} until it ends, or its server is restarted.`

const about = ({ settings, eventLoop }: CurrentProcess) => ({
  eventLoop: { p99Ms: eventLoop.p99Ms() },
  instance: settings.instance,
  version: settings.version,
  role: settings.role,
})

const lanesOf = ({ role, slots, waker }: Working): Health['lanes'] =>
  role === 'web' ? { slots: 0, active: 0 } : { slots, active: waker.active() }

const FULL =
  'The disk of the database was full a moment ago, and nothing could be stored. Free some space there.'

type Space = Awaited<ReturnType<typeof diskSpace>>

const unwell = (current: CurrentProcess, problem: string, { disk, problems }: Space): Health => ({
  ...about(current),
  status: 'degraded',
  database: { ok: false },
  queue: { ok: false, dueSessions: 0, oldestDueMs: 0 },
  lanes: { slots: 0, active: 0 },
  workspace: { ok: false },
  record: { ok: false, protected: false, broken: [] },
  streams: 0,
  disk,
  problems: [problem, ...problems],
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
