/** What a hook may answer, at the points that take it. */
export type AnswerName =
  | 'block'
  | 'cancel'
  | 'ask'
  | 'reason'
  | 'arguments'
  | 'result'
  | 'reply'
  | 'silent'
  | 'model'
  | 'context'
  | 'instructions'
  | 'files'
  | 'text'

type Point = {
  kind: 'observe' | 'inject' | 'decide'
  /** What its payload has beside `point`, `sessionId`, `runId` and `model`. */
  fields: readonly string[]
  /** What may be answered; plain text is taken as the first. */
  answers: readonly AnswerName[]
}

const observe = (...fields: string[]): Point => ({ kind: 'observe', fields, answers: [] })
const inject = (fields: string[], answers: Point['answers']): Point => ({ kind: 'inject', fields, answers })
const decide = (fields: string[], answers: Point['answers']): Point => ({
  kind: 'decide',
  fields,
  answers: ['reason', ...answers],
})

/** The points of the loop at which hooks are told, and may answer. */
export const POINTS = {
  gateway_start: observe(),
  gateway_stop: observe(),
  session_start: observe('title', 'workspace'),
  session_end: observe(),
  message_received: observe('messageId', 'text', 'by'),
  message_sent: observe('callId', 'channel', 'text'),
  turn_end: observe('number', 'finishReason', 'usage'),
  tool_end: observe('callId', 'tool', 'arguments', 'kind', 'result', 'decision'),
  before_compaction: observe('number', 'why'),
  after_compaction: observe('before', 'after'),
  agent_end: observe('stopReason', 'error'),
  command: observe('name', 'text'),
  agent_bootstrap: inject(['files'], ['instructions', 'files']),
  before_prompt_build: inject(['prompt', 'messages'], ['context', 'instructions']),
  agent_start: inject(['prompt'], ['instructions', 'context']),
  turn_start: inject(['number'], ['context']),
  before_model_resolve: decide([], ['block', 'model']),
  before_agent_reply: decide(['prompt'], ['block', 'reply', 'silent']),
  tool_start: decide(['callId', 'tool', 'arguments', 'proposed'], ['block', 'ask', 'arguments']),
  tool_result_persist: decide(['callId', 'tool', 'arguments', 'kind', 'result'], ['block', 'result']),
  message_sending: decide(['callId', 'channel', 'text', 'proposed'], ['block', 'cancel', 'ask', 'text']),
  before_install: decide(['kind', 'name', 'settings'], ['block']),
} satisfies Record<string, Point>
export type HookPoint = keyof typeof POINTS

export const POINT_NAMES = Object.keys(POINTS) as HookPoint[]

/** Hooks of these points may be for some tools only. */
export const isAboutTools = (point: HookPoint): boolean => POINTS[point].fields.includes('tool')

const SAMPLES: Record<string, unknown> = {
  tool: 'run_command',
  arguments: { command: 'git push origin main' },
  kind: 'ok',
  messages: 2,
  number: 1,
  files: {},
  settings: {},
}

/** Something that a hook of this point may be tried on. */
export const samplePayload = (point: HookPoint): Record<string, unknown> =>
  Object.fromEntries(POINTS[point].fields.map(name => [name, SAMPLES[name] ?? 'Sample']))
