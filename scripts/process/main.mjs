import { printFailure } from './fault.mjs'

/**
 * Runs a script's work to its exit code: 0 where somebody asked it to end, 1 and one line where it failed.
 *
 * @param {(life: { say: (text: string) => void, signal: AbortSignal, insisted: AbortSignal }) =>
 *   Promise<number | undefined>} work `signal` fires when the process is to end, `insisted` when it was asked twice
 */
export async function main(work) {
  const insistence = new AbortController()
  const signal = stopSignal(() => insistence.abort())
  const say = text => console.log(`countersign: ${text}`)
  try {
    process.exitCode = (await work({ say, signal, insisted: insistence.signal })) ?? 0
  } catch (error) {
    const asked = signal.aborted && (error instanceof Stopped || error.name === 'AbortError')
    if (!asked) printFailure(error)
    process.exitCode = asked ? 0 : 1
  }
  process.exit()
}

/** Thrown where the work was interrupted because somebody asked this process to end. */
class Stopped extends Error {}

/**
 * An AbortSignal that fires when this process is to end: SIGINT, SIGTERM, SIGHUP, or the death of the parent
 * where npm or an older Node started us (npm forwards SIGTERM to its shell only, which dies without a word).
 * `onInsist` runs when the signal comes again a second later.
 */
function stopSignal(onInsist = () => {}) {
  const controller = new AbortController()
  let asked = 0
  const stop = why => {
    if (asked === 0) {
      asked = Date.now()
      controller.abort(new Stopped(why))
    } else if (Date.now() - asked > 1000) onInsist()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop(name))
  watchParent(() => stop('the parent ended'))
  process.stdout.on('error', ignoreBrokenPipe)
  process.stderr.on('error', ignoreBrokenPipe)
  return controller.signal
}

/** The name of the variable by which an older Node tells the newer one, which it starts, its process number. */
export const PARENT = 'COUNTERSIGN_LAUNCHER_PARENT'

function watchParent(gone) {
  const told = Number(process.env[PARENT])
  delete process.env[PARENT] // it speaks of us, not of what we start
  if (!told && !process.env.npm_lifecycle_event) return
  const parent = told || process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, 250)
  timer.unref()
}

/** Whoever read our output may be gone; we go on to clean up. */
function ignoreBrokenPipe(error) {
  if (error.code !== 'EPIPE') throw error
}
