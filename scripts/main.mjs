import { printFailure } from './fault.mjs'
import { Stopped, stopSignal } from './stop-signal.mjs'

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
