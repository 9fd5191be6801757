import type { Answering } from './serve'

/** The frames of chat completions, as bytes. */
export const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const delta = (value: unknown, finish: string | null = null): string =>
  frame({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: value, finish_reason: finish }],
  })

export const say = (content: string): string => delta({ content })

export const call = (index: number, [id, name, text]: [id?: string, name?: string, text?: string]): string =>
  delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] })

export const finish = (reason: string): string => delta({}, reason)

export const DONE = 'data: [DONE]\n\n'

/** A whole and valid Call. */
export const CALL = call(0, ['call_a', 'read_file', '{"path":"a"}'])

const HEAD = { 'content-type': 'text/event-stream' }

export const stream =
  (...frames: string[]): Answering =>
  response => {
    response.writeHead(200, HEAD)
    response.end(frames.join(''))
  }

/** Streams, and leaves the connection open. */
export const begin =
  (...frames: string[]): Answering =>
  response => {
    response.writeHead(200, HEAD)
    response.write(frames.join(''))
  }

/** Streams, leaves the connection open, and resets it when told. */
export function breakable(...frames: string[]): { answer: Answering; reset: () => void } {
  let reset = () => {}
  const answer: Answering = (response, request) => {
    reset = () => response.socket?.resetAndDestroy()
    begin(...frames)(response, request)
  }
  return { answer, reset: () => reset() }
}

export const refuse =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
