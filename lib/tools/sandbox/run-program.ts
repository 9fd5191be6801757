import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { errorCode } from '../workspace/workspace-path'
import { CLEAN_ENVIRONMENT } from './sandbox'

/**
 * A program to run. `permit` throws unless the program may act at this moment, and tells for how many milliseconds it
 * may go on without being heard of again: it is asked immediately before the program begins, and again and again while
 * it runs. `reports` gets what it writes to descriptor 4. It begins in the root, without input and with nothing of this
 * process's environment, unless that is given.
 */
type ProgramRun = {
  argv: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  input?: string
  permit: () => number
  signal: AbortSignal
  onOutput: (bytes: Buffer) => void
}

/**
 * How a program ended. `ended`: it was, by its signal or since it may not go on; `byWatchdog`: since this process did not
 * say in time that it may. `complaint`: what the sandbox texts.
 */
export type ProgramEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  ended: boolean
  byWatchdog: boolean
  complaint: string
  report: string
}

/** How often the watchdog is told that the program may go on. */
const BEAT_MS = 500

const MOST_REPORTED = 4_000

/** What the watchdog reports: no process can have so long a name. */
const SILENCE = 'ended by the watchdog'

/**
 * Becomes the program, after starting a watchdog beside it. The watchdog reads from descriptor 3 for how many seconds
 * the program may go on; where it hears nothing for so long, or nobody holds the other end any more, it kills the
 * program and all that is in its group: so the program ends also where the server is dead or asleep. What is there
 * under its number by then is looked at first, since numbers are used again. Where memory runs out the program goes first.
 */
const LAUNCHER = `
(
  exec 0<&- 1>&- 2>&-
  trap '' PIPE
  left=$1
  while read -r -t "$left" left <&3; do :; done
  read -r _ _ _ parent _ < "/proc/$BASHPID/stat"
  [ "$parent" = "$$" ] && { printf '\\n%s\\n' '${SILENCE}' >&4; kill -KILL -- "-$$"; }
) &
shift
exec 3<&-
echo 1000 2>/dev/null > "/proc/$$/oom_score_adj"
exec nice -n 5 "$@"
`

/** How long the output of a program that has ended is waited for, where something that got away still holds it. */
const DRAIN_MS = 1_000

/**
 * Runs a program until it ends, is aborted or may not go on. All that it started in its group, or in its sandbox, ends
 * with it.
 *
 * @throws what `permit` throws, if the program did not begin
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { argv, permit, signal, onOutput, input, cwd = '/', env = CLEAN_ENVIRONMENT } = run
  const begins = seconds(permit())
  // With a pipe for its input bash would take itself to be called from afar, and read what is for people who sign in.
  const child = spawn('/bin/bash', ['--norc', '-c', LAUNCHER, 'countersign', begins, ...argv], {
    cwd,
    env,
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  // It need not read what it is given.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const [output, complaints, reports] = [child.stdio[1], child.stdio[2], child.stdio[4]]
  const beats = child.stdio[3] as Writable
  const texts = { complaint: '', report: '' }
  beats.on('error', () => undefined)
  output?.on('data', onOutput)
  complaints?.on('data', bytes => {
    texts.complaint = `${texts.complaint}${bytes}`.slice(-MOST_REPORTED)
  })
  reports?.on('data', bytes => {
    texts.report = `${texts.report}${bytes}`.slice(0, MOST_REPORTED)
  })
  let isEnded = false
  const end = (): void => {
    isEnded = true
    killGroup(child.pid)
  }
  const beating = setInterval(() => {
    const left = leftBy(permit)
    if (left === null) end()
    else beats.write(`${seconds(left)}\n`)
  }, BEAT_MS)
  signal.addEventListener('abort', end)
  const ended = Promise.withResolvers<ProgramEnd>()
  child.on('error', ended.reject)
  child.on('close', (code, by) => {
    const lines = texts.report.split('\n')
    const report = lines.filter(line => line !== SILENCE).join('\n')
    const byWatchdog = !isEnded && lines.includes(SILENCE)
    ended.resolve({ code, signal: by, ended: isEnded || byWatchdog, byWatchdog, ...texts, report })
  })
  child.on('exit', () => {
    beats.destroy()
    clearBehind(child)
  })
  try {
    return await ended.promise
  } finally {
    clearInterval(beating)
    signal.removeEventListener('abort', end)
  }
}

/** Null where the program may not go on, for whatever reason. */
function leftBy(permit: ProgramRun['permit']): number | null {
  try {
    return permit()
  } catch {
    return null
  }
}

const seconds = (ms: number): string => (Math.max(1, ms) / 1000).toFixed(3)

/** What a program that has ended leaves running in its group ends with it. */
export function clearBehind({ pid, stdio }: ChildProcess): void {
  killGroup(pid)
  setTimeout(() => {
    for (const pipe of stdio) pipe?.destroy()
  }, DRAIN_MS).unref()
}

/** Kills a process and all that is in its group. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
