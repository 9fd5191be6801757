import * as z from 'zod'
import type { Ledger } from '../ledger'
import type { Ask, Frames, Protocol } from '../protocol'
import { finishOf, type Reply, usageOf } from '../reply'
import { openAiDoor } from './openai-door'
import { OPENAI_REFUSALS, openAiErrorBody } from './openai-refusals'
import { answerItems } from './responses-answer'
import { checkResponses, RESPONSES_OVERFLOW } from './responses-check'
import { type ItemEvent, itemEvents, wholeItem } from './responses-events'

const BASE = '/v1'

function frames(reply: Reply, ask: Ask, ledger: Ledger): Frames {
  const { id, items } = answerItems(reply, ask, ledger)
  const begun = responseOf({ id, model: ask.model, status: 'in_progress', output: [] })
  const events: ItemEvent[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, index) => itemEvents(item, { index, chunkChars: reply.chunkChars })),
  ]
  const ended = responseOf({ id, ...endOf(reply, ask), output: items.map(wholeItem) })
  const last = frame({ type: `response.${ended.status}`, sequence_number: events.length, response: ended })
  return {
    content: events.map((event, sequence_number) => frame({ ...event, sequence_number })),
    finish: [last],
    closing: [],
  }
}

const frame = (event: { type: string; [member: string]: unknown }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

const INCOMPLETE = {
  length: 'max_output_tokens',
  overflow: 'max_output_tokens',
  filtered: 'content_filter',
} as const

function endOf(reply: Reply, ask: Ask) {
  const finish = finishOf(reply)
  const reason =
    reply.rawFinish ?? (finish in INCOMPLETE ? INCOMPLETE[finish as keyof typeof INCOMPLETE] : null)
  return {
    model: ask.model,
    status: reason === null ? ('completed' as const) : ('incomplete' as const),
    incomplete_details: reason === null ? null : { reason },
    usage: reply.usage === null ? null : usage(reply, ask),
  }
}

function usage(reply: Reply, ask: Ask): unknown {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usageOf(reply, ask.inputTokens)
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  }
}

type Known = { id: string; model: string; status: string; output: unknown[] }

const responseOf = <T extends Known>(known: T) => ({
  object: 'response' as const,
  created_at: 1_700_000_000,
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  store: false,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  usage: null,
  user: null,
  metadata: {},
  ...known,
})

function whole(reply: Reply, ask: Ask, ledger: Ledger): unknown {
  const { id, items } = answerItems(reply, ask, ledger)
  return responseOf({ id, ...endOf(reply, ask), output: items.map(wholeItem) })
}

const ErrorBody = z.object({ error: z.looseObject({ code: z.string().nullish(), message: z.string() }) })

/** As it is on the wire: the error by itself, nested against what the reference says, then the response failed. */
function errorFrame(body: unknown): string {
  const known = ErrorBody.safeParse(body)
  if (!known.success) return `event: error\ndata: ${JSON.stringify(body)}\n\n`
  const { error } = known.data
  const failed = responseOf({ id: 'resp_failed', model: 'wire-model', status: 'failed', output: [] })
  const why = { code: error.code ?? 'server_error', message: error.message }
  return (
    frame({ type: 'error', sequence_number: 0, error }) +
    frame({ type: 'response.failed', sequence_number: 1, response: { ...failed, error: why } })
  )
}

/** OpenAI's Responses, for an organisation whose data is not retained. */
export const responses: Protocol = {
  basePath: BASE,
  read: openAiDoor({ basePath: BASE, wantsKey: true, endpoint: '/responses', check: checkResponses }),
  errorBody: openAiErrorBody,
  refusals: { ...OPENAI_REFUSALS, overflow: { status: 400, ...RESPONSES_OVERFLOW } },
  frames,
  whole,
  errorFrame,
  wrongTyped: frame({ type: 'response.output_text.delta', delta: 7, item_id: null, sequence_number: 'x' }),
}
