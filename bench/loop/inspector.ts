import * as z from 'zod'

/** A look into a server process that was started with `--inspect`. */
export type Inspector = {
  /** Heap in use after a collection, in megabytes, and the timers that are set. */
  look: () => Promise<{ heapMb: number; timers: number }>
  /** What an expression comes to there; a text. */
  evaluate: (expression: string) => Promise<string>
  startProfile: () => Promise<void>
  /** The profile as `.cpuprofile` files have it. */
  endProfile: () => Promise<string>
  close: () => void
}

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const Answer = z.looseObject({
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const Evaluated = z.object({ result: z.object({ value: z.string() }) })
const Looked = z.object({ heapMb: z.number(), timers: z.int() })

const LOOK = `JSON.stringify({
  heapMb: process.memoryUsage().heapUsed / 1048576,
  timers: process.getActiveResourcesInfo().filter(name => name === 'Timeout' || name === 'Immediate').length
})`

export async function inspect(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const address = Targets.parse(await response.json())[0]?.webSocketDebuggerUrl ?? ''
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>()
  socket.onmessage = ({ data }) => {
    const answer = Answer.parse(JSON.parse(String(data)))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  let last = 0
  const send = (method: string, params: object = {}): Promise<unknown> => {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(JSON.stringify(error)))
        else resolve(result)
      })
    })
  }
  const evaluate = async (expression: string): Promise<string> => {
    const found = await send('Runtime.evaluate', { expression, returnByValue: true })
    return Evaluated.parse(found).result.value
  }
  return {
    look: async () => {
      await send('HeapProfiler.enable')
      for (let at = 0; at < 3; at += 1) await send('HeapProfiler.collectGarbage')
      return Looked.parse(JSON.parse(await evaluate(LOOK)))
    },
    evaluate,
    startProfile: async () => {
      await send('Profiler.enable')
      await send('Profiler.setSamplingInterval', { interval: 200 })
      await send('Profiler.start')
    },
    endProfile: async () =>
      JSON.stringify(z.looseObject({ profile: z.unknown() }).parse(await send('Profiler.stop')).profile),
    close: () => socket.close(),
  }
}
