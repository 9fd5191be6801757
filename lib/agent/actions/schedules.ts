import { isDeepStrictEqual } from 'node:util'
import { CronExpressionParser } from 'cron-parser'
import { isSetAside } from '@/lib/domain/call/call-state'
import { authorOf } from '@/lib/domain/contract/person'
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
import { readCommand } from '@/lib/domain/session/commands'
import { FIRST_DEFAULTS } from '@/lib/domain/session/session'
import { databaseNow } from '@/lib/store/connection/sql'
import { type By, findClaim, type OnceKey } from '@/lib/store/installation/idempotency-key'
import { findRun } from '@/lib/store/run/run'
import { lockSchedule, readSchedules, removeSchedule, saveSchedule } from '@/lib/store/schedules/schedule'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'
import { keyConflict, transact } from '../write/transaction'
import { openSession } from './open-session'
import { intake } from './send-message'
import { freshSession, withSettings } from './session-settings'

/** The owner makes a schedule, or changes one from its next Run on. Its times and its failures begin anew. */
export async function setSchedule(
  deps: Deps,
  { id, patch, person, once }: By & { id?: string; patch: NewSchedule | SchedulePatch },
): Promise<Schedule | Refusal> {
  return transact<Schedule>(deps, once, async unit => {
    const { tx, at } = unit
    const fresh: Schedule = {
      id: deps.newId(),
      name: '',
      text: '',
      by: authorOf(person),
      createdAt: at,
      timeZone: 'UTC',
      settings: {},
      unattended: 'wait',
      enabled: true,
      nextAt: null,
      runs: 0,
      isOpen: false,
      failures: 0,
    }
    const before = id === undefined ? fresh : await lockSchedule(tx, id)
    if (!before) return NO_SCHEDULE
    const fields = Object.entries(deps.redaction.mask(patch)).filter(([, value]) => value !== undefined)
    const changes = fields.map(([name, value]) => [name, value ?? undefined])
    const changed: Schedule = { ...before, ...Object.fromEntries(changes) }
    const message = messageOf(changed)
    if (message instanceof Refusal) return message
    // What no session may have a schedule does not have either; the levels of the default model are not known yet.
    const { thinking: _, ...others } = patch.settings ?? {}
    const settings = patch.settings?.model ? patch.settings : others
    const defaults = { model: 'scripted:demo', now: at, defaults: FIRST_DEFAULTS }
    const session = await withSettings(deps, freshSession(deps, defaults), { patch: settings, now: at })
    if (session instanceof Refusal) return refusedAt('/settings', session)
    const next = nextTime(changed, at)
    if (next instanceof Refusal) return next
    const isNew = patch.enabled || changed.at !== before.at || changed.cron !== before.cron
    if (next === null && changed.enabled && isNew) return refuseField('/at', { code: 'fault.past' })
    const nextAt = changed.enabled ? (next ?? before.nextAt) : null
    const schedule = { ...changed, nextAt, failures: 0, why: undefined, whyMessage: undefined }
    await saveSchedule(tx, schedule)
    const type = id === undefined ? ('schedule.added' as const) : ('schedule.changed' as const)
    await unit.record({ type, data: { schedule, by: person.id } })
    return schedule
  })
}

/** What it says to the model. */
function messageOf({ text }: Schedule) {
  const sent = readCommand(text)
  return sent.kind === 'message' ? sent : refuseField('/text', { code: 'fault.scheduledCommand' })
}

/** The first time after this one; null where none comes. A line that names none at all is refused. */
export function nextTime(
  { id, cron, at, timeZone }: Pick<Schedule, 'id' | 'cron' | 'at' | 'timeZone'>,
  after: Instant,
): Instant | null | Refusal {
  if ((cron === undefined) === (at === undefined))
    return refuseField(at ? '/at' : '/cron', { code: 'fault.cronOrAt' })
  if (cron === undefined) return at !== undefined && at > after ? at : null
  if (!/^@|^(\S+\s+){4,5}\S+$/.test(cron)) return refuseField('/cron', { code: 'fault.cronFields' })
  try {
    const line = CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone, hashSeed: id })
    return toInstant(line.next().toDate())
  } catch {
    return refuseField('/cron', { code: 'fault.cron' })
  }
}

/** A Run of it that has begun goes on. */
export async function deleteSchedule(
  deps: Deps,
  { id, person }: By & { id: string },
): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    if (!(await removeSchedule(unit.tx, id))) return NO_SCHEDULE
    await unit.record({ type: 'schedule.removed', data: { scheduleId: id, by: person.id } })
    return null
  })
}

const NO_SCHEDULE = refuse('not_found', { code: 'problem.noSchedule' })

/** Nobody else changes it meanwhile. */
const update = (
  deps: Deps,
  { id, once }: { id: string; once?: OnceKey | undefined },
  change: (schedule: Schedule, now: Instant) => Schedule | Refusal,
): Promise<Schedule | Refusal> =>
  transact<Schedule>(deps, once, async ({ tx, at }) => {
    const before = await lockSchedule(tx, id)
    const after = before ? change(before, at) : NO_SCHEDULE
    if (after instanceof Refusal) return after
    await saveSchedule(tx, after)
    return (await lockSchedule(tx, id)) ?? NO_SCHEDULE
  })

/** Begins the Runs that are due, and counts what came of those that have ended. */
export async function tendSchedules(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = await databaseNow(deps.sql, deps.clock.offsetMs)
  for (const schedule of await readSchedules(deps.db, now)) {
    if (signal.aborted) return
    if (isSetAside(schedule)) continue
    // One that cannot be worked on keeps none of the others away.
    await tend(deps, schedule).catch(error =>
      deps.log('error', 'A schedule failed', { scheduleId: schedule.id, ...errorFields(error) }),
    )
  }
}

async function tend(deps: Deps, schedule: Schedule): Promise<void> {
  const { id, isOpen, by } = schedule
  const failure = isOpen ? await countRun(deps, id) : await begin(deps, schedule, { by })
  // Another process is making the session, and begins the Run.
  if (!(failure instanceof Refusal) || failure.code === 'session_busy') return
  const { detail: reason } = failure
  // It is counted once, and only against the schedule that failed.
  await update(deps, { id }, (row, now) =>
    isDeepStrictEqual(row, schedule) ? afterFailure(row, { now, reason, isBegun: false }) : row,
  )
}

/** A person has it run now. A time of it that is still to come stays. */
export async function runSchedule(
  deps: Deps,
  { id, person, once }: By & { id: string },
): Promise<Schedule | Refusal> {
  const schedule = await countRun(deps, id)
  if (schedule instanceof Refusal) return schedule
  // Whoever asks again, by the same key, is answered as before, also once that Run has ended.
  const claim = once && (await findClaim(deps.sql, once))
  if (claim?.kind === 'conflict') return keyConflict()
  if (claim?.kind === 'repeated') return claim.answer as Schedule
  if (schedule.isOpen) return refuse('already_started', { code: 'problem.scheduleRuns' })
  return begin(deps, schedule, { by: authorOf(person), once })
}

const countRun = (deps: Deps, id: string): Promise<Schedule | Refusal> =>
  update(deps, { id }, (schedule, now) => {
    const isOver = schedule.isOpen && (schedule.lastRun?.status ?? 'ended') === 'ended'
    return isOver ? afterRun(schedule, now) : schedule
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
  const { id, name, unattended, settings } = schedule
  const message = messageOf(schedule)
  if (message instanceof Refusal) return message
  const runs = schedule.runs + 1
  const { sessionKey: key = `schedule:${id}:${runs}` } = schedule
  const opened = await openSession(deps, { settings: { title: name, ...settings, key } })
  if (opened instanceof Refusal) return opened
  const { model, thinking, limits } = settings
  const overrides = { model, thinking, maxRequests: limits?.requests, timeoutMs: limits?.activeMs ?? HOUR_MS }
  const accepted = await intake(deps, {
    sessionId: opened.session.id,
    message: { text: message.text, queueMode: 'followup', overrides },
    isPlain: message.isPlain,
    by: { id: by.id, name: `${name} (${by.name})`, schedule: { id, name, unattended } },
    once: { person: 'schedule', method: 'POST', path: id, key: `${runs}`, bodyHash: '' },
  })
  if (accepted instanceof Refusal) return accepted
  // Its session may have been deleted meanwhile, or before this process asked again.
  const run = await findRun(deps.db, accepted.runId)
  return update(deps, { id, once }, (row, now) => {
    if (row.runs >= runs) return row
    const next = row.nextAt !== null && row.nextAt <= now ? nextTime(row, now) : row.nextAt
    const nextAt = next instanceof Refusal ? null : next
    return { ...row, runs, isOpen: true, runId: run?.id, nextAt }
  })
}
