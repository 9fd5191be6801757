import { type Refusal, refuse } from '@/lib/domain/problem'
import { env } from '@/lib/env'
import { Streams } from '@/lib/live/streams'
import type { Log } from '@/lib/run/deps'
import { createRedaction, withoutSecrets } from '@/lib/run/redaction'
import { endOnSignals } from './end-on-signals'
import { Failures } from './failures'
import { createLog } from './log'
import { type Settings, settingsFrom } from './settings'
import { type Process, startProcess } from './start-process'
import { keepStarting, type Starter } from './starter'

/** A process as routes work with it. */
export type Working = Process & { streams: Streams }

/** What there is of this Node process, also while it starts and while it ends. */
export type CurrentProcess = {
  settings: Settings
  log: Log
  /** Wrong tokens: of people who sign in, and of programs. */
  failures: { signIn: Failures; bearer: Failures }
  /** What does the work; a Refusal while nothing can. */
  working: () => Promise<Working | Refusal>
  /** Aborts when the process begins to end: long answers come to a close. */
  ending: AbortSignal
  /** The process does not end before this has, within reason. */
  during: <T>(request: Promise<T>) => Promise<T>
  end: () => Promise<void>
}

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
  const redaction = createRedaction(settings.process.secrets, settings.process.auditKey)
  const log = createLog({ instance: settings.instance }, { hide: entry => withoutSecrets(redaction, entry) })
  const current = openProcess({ settings, log, start: () => startProcess({ ...settings.process, log }) })
  endOnSignals(current, log)
  return current
}

/** How long requests, then the process' own work (see handOver), may take to come to an end. */
const REQUESTS_MS = 1_000
const WORK_MS = 4_500

export function openProcess(options: {
  settings: Settings
  log: Log
  start: () => Promise<Process>
}): CurrentProcess {
  const ending = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const starter: Starter<Working> = keepStarting({
    log: options.log,
    start: async () => withStreams(await options.start(), options.log),
  })
  return {
    settings: options.settings,
    log: options.log,
    failures: {
      signIn: new Failures({ perAddress: 10, inAll: 100 }),
      bearer: new Failures({ perAddress: 300, inAll: 1_000 }),
    },
    working: async () => (ending.signal.aborted ? ENDING : starter.started()),
    ending: ending.signal,
    during: request => {
      underWay.add(request)
      return request.finally(() => underWay.delete(request))
    },
    end: async () => {
      ending.abort()
      const stopped = starter.stop()
      void stopped.then(working => working?.streams.close())
      await within(REQUESTS_MS, Promise.allSettled(underWay))
      await within(
        WORK_MS,
        stopped.then(working => working?.stop()),
      )
    },
  }
}

const ENDING = refuse('unavailable', 'The server is about to end. Try again in a moment.', { retryAfter: 1 })

function withStreams(started: Process, log: Log): Working {
  const { db, bus } = started.deps
  const streams = new Streams({
    ...{ db, bus, databaseId: started.installation.databaseId },
    log: (message, error) => log('warn', message, { error: String(error) }),
  })
  return { ...started, streams }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
