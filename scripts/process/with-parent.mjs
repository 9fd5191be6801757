/**
 * Loaded into a program before anything else (`--import`): it does not outlive whoever started it, not even one killed
 * by -9. That one holds the other end of a pipe, which closes with it: the descriptor that LIFELINE names, or for what
 * is forked by such a program its channel.
 */
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** The name of the variable that says by which descriptor a program is told that its parent has ended. */
export const LIFELINE = 'COUNTERSIGN_LIFELINE'

if (isMainThread) {
  const lifeline = Number(process.env[LIFELINE])
  delete process.env[LIFELINE] // it speaks of us, not of what we start
  if (lifeline > 2) {
    const pipe = new net.Socket({ fd: lifeline }).unref()
    pipe.on('close', () => process.exit(1)).resume()
  } else if (process.channel) process.on('disconnect', () => process.exit(1))
}
