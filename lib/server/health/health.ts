import { promises as fs } from 'node:fs'
import type { Deps } from '@/lib/agent/process/deps'
import { errorFields } from '@/lib/agent/process/error-fields'
import { type ActiveSession, type Health, Liveness } from '@/lib/domain/contract/health'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { later } from '@/lib/domain/instant'
import type { Orphan } from '@/lib/domain/run/orphan'
import { workState } from '@/lib/domain/run/work-state'
import { type CodedText, inEnglish, phrase, plain, type StoredText } from '@/lib/messages/phrase'
import type { Process } from '@/lib/server/start-process'
import { backlog } from '@/lib/store/installation/lease'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { isRecordProtected } from '@/lib/store/record/record'
import { lastRecordCheck, type RecordFault, recordFaults } from '@/lib/store/record/record-fault'
import { findOrphans } from '@/lib/store/run/orphan'
import { activeRuns } from '@/lib/store/run/run'
import type { Sandbox } from '@/lib/tools/sandbox/sandbox'
import { findMovedPath } from '@/lib/tools/workspace/platform-folders'
import type { CurrentProcess, Working } from '../current-process'
import type { ProcessConfig } from '../process-config'

/** A database that takes longer to answer is not well. */
const PATIENCE_MS = 3_000
/** A session whose wake is due for so long waits for a free slot, or nobody runs loops. */
const LATE_MS = 30_000

/** How this process and what it works with are. */
export async function healthOf(current: CurrentProcess): Promise<Health> {
  const [space, state] = await Promise.all([diskSpace(current.settings.process), readWithin(current)])
  if (state instanceof Refusal) return unwell(current, state.more.codedText ?? plain(state.detail), space)
  const { working, latencyMs, rows } = state
  const { version, record, orphans, sessions, ...queue } = rows
  const isLate = queue.oldestDueMs > LATE_MS
  const unfit = working.deps.whyNotReady()
  const movedPath = await findMovedPath(working.deps.closed)
  const keys = working.deps.keys.fault()
  const { issuer } = current
  void issuer.configuration()
  const problems: StoredText[] = [
    ...(isLate ? [{ code: 'health.late' }] : []),
    ...(unfit ? [unfit] : []),
    ...(movedPath === null ? [] : [{ code: 'health.moved', params: { path: movedPath } }]),
    ...(keys === null ? [] : [keys]),
    ...orphans.map(orphanProblem),
    ...record.problems,
    ...(current.diskFull.isRecent() ? [{ code: 'health.databaseFull' }] : []),
    ...(issuer.isAway ? [{ code: 'health.issuerAway', params: { issuer: `${issuer.settings.url}` } }] : []),
    ...space.problems,
  ]
  return {
    ...identityOf(current),
    status: problems.length > 0 ? 'degraded' : 'ok',
    database: { ok: true, latencyMs, version },
    queue: { ok: !isLate, ...queue },
    lanes: lanesOf(working),
    sessions,
    leases: working.deps.renewals.counts,
    workspace: { ok: !unfit },
    record: record.health,
    streams: working.streams.open,
    providers: working.watch.failures(),
    sandbox: working.sandbox && sandboxHealth(working.sandbox),
    account:
      process.getuid?.() === 0 ? { ok: false, reason: phrase({ code: 'health.asRoot' }) } : { ok: true },
    disk: space.disk,
    ...problemTexts([...problems, ...record.warnings]),
  }
}

function sandboxHealth(sandbox: Sandbox): NonNullable<Health['sandbox']> {
  const { kind } = sandbox
  const codedText = whatSandboxLacks(sandbox)
  return { ok: kind === 'bubblewrap', kind, ...(codedText && { reason: phrase(codedText), codedText }) }
}

function whatSandboxLacks(sandbox: Sandbox): CodedText | null {
  if (sandbox.kind === 'unavailable') return sandbox.reason
  if (sandbox.kind === 'none') return { code: 'health.commandsOpen' }
  return sandbox.cgroup === null ? { code: 'health.processesUnlimited' } : null
}

async function readWithin(current: CurrentProcess) {
  const working = await current.working()
  if (working instanceof Refusal) return working
  const began = performance.now()
  const rows = await within(PATIENCE_MS, readRows(working)).catch((error: unknown) => {
    current.log('warn', 'The database does not answer', errorFields(error))
    return null
  })
  if (!rows) return refuse('unavailable', { code: 'health.databaseSilent' })
  return { working, latencyMs: Math.round(performance.now() - began), rows }
}

/** Asked together: one answer after another would add up where much else is going on. */
async function readRows(working: Working) {
  const { db } = working.deps
  const [waiting, orphans, record, sessions] = await Promise.all([
    backlog(db),
    findOrphans(db),
    recordHealth(working),
    activeSessions(working.deps),
  ])
  return { ...waiting, orphans, record, sessions }
}

/** How work on each active Run goes, in whichever process. */
export async function activeSessions({ db, time }: Pick<Deps, 'db' | 'time'>): Promise<ActiveSession[]> {
  const runs = await activeRuns(db)
  return runs.flatMap(({ sessionId, title, runId, activeSince, now, ...facts }) => {
    const run = { status: 'running', activeSince } as const
    const state = workState({ ...facts, run }, later(now, time.offsetMs))
    return state ? [{ sessionId, title, runId, ...state }] : []
  })
}

function orphanProblem({ tool, sessionId: session, startedAt: at, workspace: folder }: Orphan): CodedText {
  const isRoot = folder === '' ? 'yes' : 'no'
  return { code: 'health.runaway', params: { tool, session, at, isRoot, folder } }
}

const identityOf = ({ settings, eventLoop }: CurrentProcess) => ({
  eventLoop: { p99Ms: eventLoop.p99Ms() },
  instance: settings.instance,
  version: settings.version,
  role: settings.role,
})

export const lanesOf = ({ role, slots, pool }: Working): Health['lanes'] =>
  role === 'web' ? { taken: 0, limit: 0 } : { taken: pool.active(), limit: slots }

type Space = Awaited<ReturnType<typeof diskSpace>>

const unwell = (current: CurrentProcess, problem: StoredText, { disk, problems }: Space): Health => ({
  ...identityOf(current),
  status: 'degraded',
  database: { ok: false },
  queue: { ok: false, dueSessions: 0, oldestDueMs: 0 },
  lanes: { taken: 0, limit: 0 },
  sessions: [],
  workspace: { ok: false },
  record: { ok: false, protected: false, broken: [] },
  streams: 0,
  providers: [],
  disk,
  ...problemTexts([problem, ...problems]),
})

/** What anybody may know of it. */
export const livenessOf = (health: Health): Liveness => Liveness.parse(health)

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms)
  const over = new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason)))
  return Promise.race([work, over])
}

/** With less than this a server is about to be unable to store anything. */
const LITTLE = 64 * 1024 * 1024

/** How much can still be written to where this process writes, and what is to be said about it. */
async function diskSpace({ dataDir, workspace }: Pick<ProcessConfig, 'dataDir' | 'workspace'>) {
  const folders = [
    ...(dataDir === undefined ? [] : [{ volume: 'data', folder: dataDir }]),
    { volume: 'workspace', folder: workspace },
  ]
  const volumes = await Promise.all(
    folders.map(async each => ({ ...each, free: await freeBytes(each.folder) })),
  )
  return {
    disk: { freeBytes: Math.min(...volumes.flatMap(({ free }) => free ?? [])) },
    problems: volumes.flatMap(({ volume, folder, free }): CodedText[] =>
      free !== null && free < LITTLE
        ? [{ code: 'health.disk', params: { place: volume, folder, free: (free / 1_048_576).toFixed(1) } }]
        : [],
    ),
  }
}

/** For whoever is not root. Null where the folder cannot be looked at, which is told elsewhere. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await fs.statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** Broken records that are told one by one. */
const FAULTS = 20

/** What is known of the record, without looking at it anew. */
export async function recordHealth({ deps: { db }, headsFile }: Pick<Process, 'deps' | 'headsFile'>) {
  const [faults, last, isProtected] = await Promise.all([
    recordFaults(db, FAULTS),
    lastRecordCheck(db),
    isRecordProtected(db),
  ])
  const problems = faults.map(recordProblem)
  if (problems.length === 0 && last?.ok === false) {
    problems.push({ code: 'health.recordNotWhole', params: { at: last.at } })
  }
  const fault = headsFile?.fault()
  const health = {
    ok: problems.length === 0,
    checkedAt: last?.at,
    protected: isProtected,
    broken: faults.map(({ chain: sessionId, stops: _, foundAt: __, ...fault }) => ({ sessionId, ...fault })),
    headsFile: headsFile && { ok: !fault, path: headsFile.path },
  }
  const warnings = health.protected ? [] : [UNPROTECTED]
  if (headsFile && fault)
    problems.push({ code: 'health.headUnwritten', params: { path: headsFile.path, reason: fault } })
  return { health, problems, warnings }
}

const UNPROTECTED: CodedText = { code: 'health.recordUnprotected' }

const recordProblem = ({ chain, seq, reason, codedText, stops }: RecordFault): StoredText => ({
  code: 'health.recordBroken',
  params: { session: chain === INSTALLATION_CHAIN ? 'none' : chain, seq, stops: stops ? 'yes' : 'no' },
  parts: [codedText ?? plain(reason)],
})

/** In English, and so that the page can say it in its reader's language. */
const problemTexts = (problems: StoredText[]) => ({
  problems: problems.map(inEnglish),
  codedText: problems,
})
