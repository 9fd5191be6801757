import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

/**
 * Asks for the health of a server again and again until it is told to end, and then tells the longest time that an
 * answer took, in milliseconds. In a thread of its own: what the bench itself does is nobody's wait.
 */
const { url, headers } = z
  .object({ url: z.string(), headers: z.record(z.string(), z.string()) })
  .parse(workerData)
let isOver = false
let longest = 0
parentPort?.once('message', () => {
  isOver = true
})
while (!isOver) {
  const from = performance.now()
  await (await fetch(`${url}/api/health`, { headers: { ...headers, connection: 'close' } })).text()
  longest = Math.max(longest, performance.now() - from)
}
parentPort?.postMessage(longest)
