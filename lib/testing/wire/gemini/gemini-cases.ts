import { Ledger } from '../ledger'
import { plainGemini } from '../plain/plain-gemini'
import { gemini } from './gemini'
import { checkGemini } from './gemini-check'

export const ledger = new Ledger()
const models = [
  { id: 'wire-model', outputTokens: 1000 },
  { id: 'plain', reasons: false },
  { id: 'small', contextTokens: 20 },
]
const headers = { 'content-type': 'application/json' }

/** What becomes of a request with such members: 'ask', or why it is refused. */
export function check({ model = 'wire-model', ...change }: { model?: string; [member: string]: unknown }) {
  const body = plainGemini.body(change, true)
  const reading = checkGemini({ headers, body, model, streamed: true }, { models, ledger })
  return reading.kind === 'refused' ? reading.refused : reading.kind
}

export const ASK = {
  model: 'wire-model',
  streamed: true,
  wantsUsage: true,
  inputTokens: 1,
  thoughts: 'shown',
} as const

export type Part = Record<string, unknown>

const scripted = (name: string) => ({ name, arguments: { path: 'a', deep: { b: 1, c: [2] } } })

/** An answer of the server as a client keeps it. */
export function issued(change: object = {}, ask: object = {}): Part[] {
  const calls = [scripted('read'), scripted('list')]
  const reply = { reasoning: 'Because', text: 'I look', calls, ...change }
  const { content, finish } = gemini.frames(reply, { ...ASK, ...ask }, ledger)
  return plainGemini.hear([...content, ...finish].join('')).said as Part[]
}

export const user = (...parts: Part[]) => ({
  role: 'user',
  parts: parts.length ? parts : [{ text: 'Hello' }],
})
export const model = (...parts: Part[]) => ({ role: 'model', parts })
export const functionCall = (name: string, change: object = {}) => ({
  functionCall: { name, args: {}, ...change },
})
export const response = (name: string, change: object = {}) => ({
  functionResponse: { name, response: { content: 'done' }, ...change },
})

/** An answer of the model with a result for each of its calls. */
export function sentBack(parts: Part[]) {
  const answers = parts.flatMap(({ functionCall: asked }) => {
    const { id, name } = (asked ?? {}) as { id?: string; name?: string }
    return name ? [response(name, id ? { id } : {})] : []
  })
  return { contents: [user(), model(...parts), user(...answers)] }
}
