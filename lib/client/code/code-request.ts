/** Texts of one language, by the lines of which their colours are asked. */
export type CodeRequest = { language: string; texts: string[] }

/** Stretches of a line: where each begins, its length and its kind, one after the other. */
export type LineColours = number[]

/** Longer texts have no colours. */
const MOST_CHARS = 200_000
/** What has no answer by then gets none, and whatever keeps the worker busy ends with it. */
const LONGEST_MS = 8_000

type Waiting = { answer: (colours: LineColours[][] | null) => void; timer: number }

/** The worker that tells what is a word of a language, a text or a comment; there is one, once there was code. */
let worker: Worker | null = null
const waiting = new Map<number, Waiting>()
let last = 0

/** The colours of each line of each text; null where there are none: nothing that is shown may depend on them. */
export function requestColours(request: CodeRequest): Promise<LineColours[][] | null> {
  const size = request.texts.reduce((sum, text) => sum + text.length, 0)
  if (size > MOST_CHARS) return Promise.resolve(null)
  last += 1
  const id = last
  const { promise, resolve } = Promise.withResolvers<LineColours[][] | null>()
  waiting.set(id, { answer: resolve, timer: window.setTimeout(giveUp, LONGEST_MS) })
  begin()?.postMessage({ id, request })
  return promise
}

function begin(): Worker | null {
  if (worker) return worker
  worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', giveUp)
  worker.onmessage = ({ data }: MessageEvent<{ id: number; colours: LineColours[][] | null }>) =>
    settle(data.id, data.colours)
  return worker
}

function settle(id: number, colours: LineColours[][] | null): void {
  const one = waiting.get(id)
  if (!one) return
  waiting.delete(id)
  window.clearTimeout(one.timer)
  one.answer(colours)
}

function giveUp(): void {
  worker?.terminate()
  worker = null
  for (const id of [...waiting.keys()]) settle(id, null)
}
