import { CronExpressionParser } from 'cron-parser'
import { authorOf, type Person } from '@/lib/domain/contract/person'
import type { Author } from '@/lib/domain/contract/person-item'
import { Refusal, refuse, refusedAt, refuseField } from '@/lib/domain/contract/problem'
import { type Instant, toInstant } from '@/lib/domain/instant'
import {
  afterFailure,
  afterRun,
  type NewSchedule,
  type Schedule,
  type SchedulePatch,
} from '@/lib/domain/schedules/schedule'
import { databaseNow } from '@/lib/store/connection/sql'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { readSettings } from '@/lib/store/installation/setting'
import { lockSchedule, removeSchedule, saveSchedule, schedulesToTend } from '@/lib/store/schedules/schedule'
import type { Deps } from '../process/deps'
import { defaultModel } from '../request/known-models'
import { transact, type Unit } from '../write/transaction'
import { openSession } from './open-session'
import { intake } from './send-message'
import { freshSession, withSettings } from './session-settings'

type By = { person: Person; once?: OnceKey | undefined }

const FRESH = {
  timeZone: 'UTC',
  settings: {},
  unattended: 'wait' as const,
  enabled: true,
  nextAt: null,
  runs: 0,
  isOpen: false,
  failures: 0,
}

/** The owner has something said at its times, or once. */
export async function addSchedule(
  deps: Deps,
  { schedule: input, person, once }: By & { schedule: NewSchedule },
): Promise<Schedule | Refusal> {
  return transact<Schedule>(deps, once, async unit => {
    const id = deps.newId()
    const fresh = { ...FRESH, id, name: '', text: '', by: authorOf(person), createdAt: unit.at }
    const schedule = await withChanges(deps, unit, {
      before: fresh,
      patch: { settings: {}, enabled: true, ...input },
    })
    if (schedule instanceof Refusal) return schedule
    await saveSchedule(unit.tx, schedule)
    await unit.record({ type: 'schedule.added', data: { schedule, by: person.id } })
    return schedule
  })
}

/** The owner changes it, from its next Run on. */
export const changeSchedule = (
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: SchedulePatch },
): Promise<Schedule | Refusal> =>
  update(deps, { id }, async (before, unit) => {
    const schedule = await withChanges(deps, unit, { before, patch })
    if (schedule instanceof Refusal) return schedule
    await unit.record({ type: 'schedule.changed', data: { schedule, by: person.id } })
    return schedule
  })

/** A Run of it that has begun goes on. */
export async function deleteSchedule(
  deps: Deps,
  { id, person }: By & { id: string },
): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    if (!(await removeSchedule(unit.tx, id))) return NONE
    await unit.record({ type: 'schedule.removed', data: { scheduleId: id, by: person.id } })
    return null
  })
}

const NONE = refuse('not_found', { code: 'problem.noSchedule' })

type Update = (schedule: Schedule, unit: Unit) => Schedule | Refusal | Promise<Schedule | Refusal>

/** Nobody else changes it meanwhile. */
const update = (
  deps: Deps,
  { id, once }: { id: string; once?: OnceKey | undefined },
  change: Update,
): Promise<Schedule | Refusal> =>
  transact<Schedule>(deps, once, async unit => {
    const before = await lockSchedule(unit.tx, id)
    const after = before ? await change(before, unit) : NONE
    if (after instanceof Refusal) return after
    await saveSchedule(unit.tx, after)
    return (await lockSchedule(unit.tx, id)) ?? NONE
  })

/** Its times begin anew where something is said of them. What no session may have it does not have either. */
async function withChanges(
  deps: Deps,
  { tx, at: now }: Unit,
  { before, patch }: { before: Schedule; patch: SchedulePatch },
): Promise<Schedule | Refusal> {
  const fields = Object.entries(deps.redaction.mask(patch)).filter(([, value]) => value !== undefined)
  const nullless = fields.map(([name, value]) => [name, value ?? undefined])
  const schedule: Schedule = { ...before, ...Object.fromEntries(nullless) }
  const { cron, at, settings, enabled } = schedule
  if (patch.settings) {
    const { sessionDefaults: defaults } = await readSettings(tx)
    const model = await defaultModel(deps, tx)
    const fresh = freshSession(deps, { key: undefined, model, now, defaults })
    const session = await withSettings(deps, fresh, { patch: settings, now })
    if (session instanceof Refusal) return refusedAt('/settings', session)
  }
  if ((cron === undefined) === (at === undefined))
    return refuseField(at ? '/at' : '/cron', { code: 'fault.cronOrAt' })
  if (!fields.some(([name]) => TIMES.includes(name))) return schedule
  const nextAt = nextTime(schedule, now)
  if (nextAt === null && enabled) return refuseField('/at', { code: 'fault.past' })
  if (nextAt instanceof Refusal) return nextAt
  return { ...schedule, nextAt: enabled ? nextAt : null, failures: 0, why: undefined, whyMessage: undefined }
}

const TIMES = ['cron', 'at', 'timeZone', 'enabled']

/** The first time after this one; null where none comes. A line that names none at all is refused. */
export function nextTime(
  { id, cron, at, timeZone }: Pick<Schedule, 'id' | 'cron' | 'at' | 'timeZone'>,
  after: Instant,
): Instant | null | Refusal {
  if (cron === undefined) return at !== undefined && at > after ? at : null
  if (!/^@|^(\S+\s+){4,5}\S+$/.test(cron)) return refuseField('/cron', { code: 'fault.cronFields' })
  try {
    const line = CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone, hashSeed: id })
    return toInstant(line.next().toDate())
  } catch (error) {
    return refuseField('/cron', { code: 'fault.cron', params: { reason: String(error) } })
  }
}

/** Begins the Runs that are due, and counts what came of those that have ended. */
export async function tendSchedules(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = await databaseNow(deps.sql, deps.clock.offsetMs)
  for (const schedule of await schedulesToTend(deps.db, now)) {
    const { id, isOpen, runs } = schedule
    if (signal.aborted) return
    const failure = isOpen ? await countRun(deps, id) : await begin(deps, schedule, { by: schedule.by })
    // Another process is making the session, and begins the Run.
    if (!(failure instanceof Refusal) || failure.code === 'session_busy') continue
    const { detail: reason } = failure
    await update(deps, { id }, (row, { at }) =>
      row.runs === runs ? afterFailure(row, { now: at, reason, isBegun: false }) : row,
    )
  }
}

/** A person has it run now. A time of it that is still to come stays. */
export async function runSchedule(
  deps: Deps,
  { id, person, once }: By & { id: string },
): Promise<Schedule | Refusal> {
  const schedule = await countRun(deps, id)
  if (schedule instanceof Refusal) return schedule
  const refusal = refuse('already_started', { code: 'problem.scheduleRuns' })
  // Whoever asks again, by the same key, is answered as before.
  if (schedule.isOpen) return update(deps, { id, once }, () => refusal)
  return begin(deps, schedule, { by: authorOf(person), once })
}

const countRun = (deps: Deps, id: string): Promise<Schedule | Refusal> =>
  update(deps, { id }, (schedule, { at }) => {
    const isOver = schedule.isOpen && (schedule.lastRun?.status ?? 'ended') === 'ended'
    return isOver ? afterRun(schedule, at) : schedule
  })

const HOUR_MS = 3_600_000

/**
 * Says its text as people do. Runs have numbers: whoever else begins this one, or did before it died, has the same session
 * and gets the answer to the same message.
 */
async function begin(
  deps: Deps,
  schedule: Schedule,
  { by, once }: { by: Author; once?: OnceKey | undefined },
): Promise<Schedule | Refusal> {
  const { id, name, text, unattended, settings } = schedule
  const runs = schedule.runs + 1
  const { sessionKey: key = `schedule:${id}:${runs}` } = schedule
  const opened = await openSession(deps, { settings: { title: name, ...settings, key } })
  if (opened instanceof Refusal) return opened
  const { model, thinking, limits } = settings
  const overrides = { model, thinking, maxRequests: limits?.requests, timeoutMs: limits?.activeMs ?? HOUR_MS }
  const accepted = await intake(deps, {
    sessionId: opened.session.id,
    message: { text, queueMode: 'followup', overrides },
    by: { id: by.id, name: `${name} (${by.name})`, schedule: { id, name, unattended } },
    once: { person: 'schedule', method: 'POST', path: id, key: `${runs}`, bodyHash: '' },
  })
  if (accepted instanceof Refusal) return accepted
  return update(deps, { id, once }, (row, { at }) => {
    if (row.runs >= runs) return row
    const next = row.nextAt !== null && row.nextAt <= at ? nextTime(row, at) : row.nextAt
    const nextAt = next instanceof Refusal ? null : next
    return { ...row, runs, isOpen: true, runId: accepted.runId, nextAt }
  })
}
