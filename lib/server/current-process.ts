import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@/lib/agent/process/deps'
import { errorFields } from '@/lib/agent/process/error-fields'
import { Redaction } from '@/lib/agent/process/redaction'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { env } from '@/lib/env'
import { Streams } from '@/lib/server/live/streams'
import { hashesInForce, noteSeen } from '@/lib/store/installation/auth-session'
import { tokenHashes } from '@/lib/store/installation/person'
import { Issuer } from './auth/issuer'
import { warner } from './build-deps'
import { watchEventLoop } from './health/event-loop'
import { Failures } from './health/failures'
import { createLog } from './log'
import { type Settings, settingsFrom } from './settings'
import { SignInWatch } from './sign-in-watch'
import { type Process, startProcess } from './start-process'
import { keepStarting } from './starter'

/** A process as routes work with it. */
export type Working = Process & { streams: Streams; signIns: SignInWatch }

/** What there is of this Node process, also while it starts and while it ends. */
export type CurrentProcess = ReturnType<typeof openProcess>

declare global {
  /** Next bundles this module more than once; what is one per Node process lies here. */
  var countersignProcess: CurrentProcess | undefined
}

/** The one of this Node process, begun by whoever asks first. */
export function currentProcess(): CurrentProcess {
  globalThis.countersignProcess ??= beginProcess()
  return globalThis.countersignProcess
}

function beginProcess(): CurrentProcess {
  const settings = settingsFrom(env(), process.cwd())
  const redaction = new Redaction(settings.process.secrets, settings.process.auditKey)
  const log = createLog({ instance: settings.instance }, { hide: entry => redaction.mask(entry) })
  const current = openProcess({
    settings,
    log,
    start: () => startProcess({ ...settings.process, log, redaction }),
  })
  endOnSignals(current, log)
  return current
}

/** How long requests, then the process' own work (see handOver), may take to come to an end. */
const REQUESTS_MS = 1_000
const WORK_MS = 4_500

export function openProcess(options: { settings: Settings; log: Log; start: () => Promise<Process> }) {
  const ending = new AbortController()
  const underWay = new Map<Promise<unknown>, string>()
  let started: Process | undefined
  const eventLoop = watchEventLoop(options.log, () => ({
    requests: [...underWay.values()],
    sessionsAtWork: started?.pool.active() ?? 0,
  }))
  const starter = keepStarting({
    log: options.log,
    start: async () => {
      started = await options.start()
      return withStreams(started, options)
    },
  })
  return {
    settings: options.settings,
    log: options.log,
    issuer: new Issuer(options.settings.issuer, options.log),
    /** Wrong tokens: of people who sign in, and of programs. */
    failures: { signIn: new Failures(10), bearer: new Failures(300) },
    /** Whether the database had no space left a moment ago. */
    diskFull: {
      note: () => started?.deps.diskFull.note(),
      isRecent: () => started?.deps.diskFull.isRecent() ?? false,
    },
    /** What does the work; a Refusal while nothing can. */
    working: async (): Promise<Working | Refusal> => (ending.signal.aborted ? ENDING : starter.started()),
    /** Aborts when the process begins to end: long answers come to a close. */
    ending: ending.signal,
    eventLoop,
    /** The process does not end before this has, within reason. */
    during: <T>(request: Promise<T>, name: string): Promise<T> => {
      underWay.set(request, name)
      return request.finally(() => underWay.delete(request))
    },
    end: async (): Promise<void> => {
      ending.abort()
      eventLoop.stop()
      const stopped = starter.stop()
      void stopped.then(working => {
        working?.streams.close()
        working?.signIns.close()
      })
      await within(REQUESTS_MS, Promise.allSettled(underWay.keys()))
      await within(
        WORK_MS,
        stopped.then(working => working?.stop()),
      )
    },
  }
}

const ENDING = refuse('unavailable', { code: 'problem.ending' }, { retryAfter: 1 })

function withStreams(started: Process, { settings, log }: { settings: Settings; log: Log }): Working {
  const { db, sql, bus, clock } = started.deps
  const streams = new Streams({
    db,
    sql,
    bus,
    databaseId: started.installation.databaseId,
    log: warner({ log }),
  })
  const stillGood = async (hashes: string[]): Promise<string[]> => {
    const now = new Date(Date.now() + clock.offsetMs)
    const cookies = await hashesInForce(db, hashes, { boundTo: settings.signInBinding, now })
    const good = [...cookies, ...(await tokenHashes(db, hashes))]
    // A database that can only be read tells all the same who is signed out.
    await noteSeen(db, good, now).catch(error => log('warn', 'A sign-in was not noted', errorFields(error)))
    return good
  }
  return { ...started, streams, signIns: new SignInWatch({ stillGood, log }) }
}

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])

/**
 * Ends the process when it is asked to: by a signal, or because whoever started it is gone. Next would wait
 * for open streams, which never end by themselves.
 */
function endOnSignals(current: { end: () => Promise<void> }, log: Log): void {
  let isEnding = false
  const end = (why: string): void => {
    if (isEnding) return
    isEnding = true
    log('info', 'Ending', { why })
    current.end().then(
      () => process.exit(0),
      error => {
        log('error', 'The process could not end in order', errorFields(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', () => end('disconnect'))
}
