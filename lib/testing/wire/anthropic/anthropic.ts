import type { Ledger } from '../ledger'
import type { Ask, Frames, Protocol, Reading, Refused, WireOptions, WireRequest } from '../protocol'
import { finishOf, type Reply, usageOf } from '../reply'
import { answerBlocks, type Block } from './anthropic-answer'
import { checkAnthropic } from './anthropic-check'
import { blockEvents, wholeBlock } from './anthropic-events'
import { ANTHROPIC_REFUSALS, anthropicErrorBody } from './anthropic-refusals'

function read(request: WireRequest, options: WireOptions): Reading {
  const refused = notAllowed(request, options)
  if (refused) return { kind: 'refused', refused }
  return request.path === '/v1/models'
    ? { kind: 'models', answer: list(options) }
    : checkAnthropic(request, options)
}

const ENDPOINTS: Record<string, string> = { '/v1/messages': 'POST', '/v1/models': 'GET' }

function notAllowed({ method, path, headers }: WireRequest, { key }: WireOptions): Refused | null {
  const given = headers['x-api-key']
  if (!given) return { status: 401, message: 'x-api-key header is required' }
  if (key !== undefined && given !== key) return { status: 401, message: 'invalid x-api-key' }
  const expected = ENDPOINTS[path]
  if (!expected) return { status: 404, message: 'Not Found' }
  return expected === method ? null : { status: 405, message: 'Method Not Allowed' }
}

function list({ models }: WireOptions) {
  const data = models.map(({ id }) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '2025-01-01T00:00:00Z',
  }))
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
}

const frame = (data: { type: string; [member: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const PING = frame({ type: 'ping' })

function frames(reply: Reply, ask: Ask, ledger: Ledger): Frames {
  const { id, blocks } = answerBlocks(reply, ask, ledger)
  const begun = {
    ...messageOf({ id, ask, blocks: [] }),
    usage: { ...inputUsage(reply, ask), output_tokens: 1 },
  }
  const content = blocks.flatMap((block, index) =>
    blockEvents(block, { index, chunkChars: reply.chunkChars }),
  )
  const [first = '', ...rest] = content.map(frame)
  const end = { stop_reason: stopReason(reply), stop_sequence: null }
  return {
    content: [frame({ type: 'message_start', message: begun }), first, PING, ...rest],
    finish: [frame({ type: 'message_delta', delta: end, usage: usage(reply, ask) })],
    closing: [frame({ type: 'message_stop' })],
  }
}

const STOP = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  overflow: 'model_context_window_exceeded',
  filtered: 'refusal',
  refused: 'refusal',
} as const

const stopReason = (reply: Reply): string => reply.rawFinish ?? STOP[finishOf(reply)]

const messageOf = ({ id, ask, blocks }: { id: string; ask: Ask; blocks: Block[] }) => ({
  id,
  type: 'message',
  role: 'assistant',
  model: ask.model,
  content: blocks.map(wholeBlock),
  stop_reason: null,
  stop_sequence: null,
})

/** What was read from a cache or written to one is not counted among the input tokens. */
function inputUsage(reply: Reply, ask: Ask) {
  const { inputTokens, cachedTokens, cacheWriteTokens } = usageOf(reply, ask.inputTokens)
  return {
    input_tokens: inputTokens - cachedTokens - cacheWriteTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
  }
}

/** There is always usage; where the script wants none, it says nothing was used. */
const usage = (reply: Reply, ask: Ask): unknown =>
  reply.usage === null
    ? { output_tokens: 0 }
    : { ...inputUsage(reply, ask), output_tokens: usageOf(reply, ask.inputTokens).outputTokens }

function whole(reply: Reply, ask: Ask, ledger: Ledger): unknown {
  const { id, blocks } = answerBlocks(reply, ask, ledger)
  return { ...messageOf({ id, ask, blocks }), stop_reason: stopReason(reply), usage: usage(reply, ask) }
}

/** Anthropic's Messages. */
export const anthropic: Protocol = {
  basePath: '/v1',
  read,
  errorBody: anthropicErrorBody,
  refusals: ANTHROPIC_REFUSALS,
  frames,
  whole,
  errorFrame: body => `event: error\ndata: ${JSON.stringify(body)}\n\n`,
  wrongTyped: frame({ type: 'content_block_delta', index: 'first', delta: { type: 'text_delta', text: 7 } }),
  ping: PING,
}
