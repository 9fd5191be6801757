import type { Ledger } from '../ledger'
import type { Ask, Frames, Protocol } from '../protocol'
import { argumentsTextOf, finishOf, pieces, type Reply, usageOf } from '../reply'
import { checkChat } from './chat-check'
import { checkOpenAiChat } from './openai-chat-check'
import { openAiDoor } from './openai-door'
import { OPENAI_REFUSALS, openAiErrorBody } from './openai-refusals'

type Dialect = 'compatible' | 'openai'

function protocol(dialect: Dialect): Protocol {
  const isOpenAi = dialect === 'openai'
  const basePath = isOpenAi ? '/v1' : '/compatible/v1'
  const check = isOpenAi ? checkOpenAiChat : checkChat
  const asIs = (reply: Reply, ledger: Ledger): Reply => (isOpenAi ? asOpenAi(reply, ledger) : reply)
  return {
    basePath,
    read: openAiDoor({ basePath, wantsKey: isOpenAi, endpoint: '/chat/completions', check }),
    errorBody: openAiErrorBody,
    refusals: OPENAI_REFUSALS,
    frames: (reply, ask, ledger) => frames(asIs(reply, ledger), ask),
    whole: (reply, ask, ledger) => whole(asIs(reply, ledger), ask),
    errorFrame: frame,
    wrongTyped: frame({ id: 7, object: 'chat.completion.chunk', choices: 'none' }),
  }
}

function asOpenAi({ reasoning: _, calls, ...reply }: Reply, ledger: Ledger): Reply {
  const number = ledger.next()
  const named = calls?.map((call, index) => ({ ...call, id: call.id ?? `call_${number}_${index}` }))
  return named ? { ...reply, calls: named } : reply
}

const frame = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`

function frames(reply: Reply, ask: Ask): Frames {
  const chunk = (delta: unknown, finish: string | null = null): string =>
    frame({
      ...head(ask),
      object: 'chat.completion.chunk',
      model: ask.model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(ask.wantsUsage ? { usage: null } : {}),
    })
  return {
    content: [{ role: 'assistant', content: '' }, ...deltas(reply)].map(delta => chunk(delta)),
    finish: [chunk({}, finishWord(reply))],
    closing: [...usageFrame(reply, ask), 'data: [DONE]\n\n'],
  }
}

const head = ({ id = 'wire' }: Ask) => ({
  id: `chatcmpl-${id}`,
  created: 1_700_000_000,
  system_fingerprint: 'fp_wire',
})
const FINISH = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  overflow: 'length',
  filtered: 'content_filter',
  refused: 'stop',
} as const

const finishWord = (reply: Reply): string => reply.rawFinish ?? FINISH[finishOf(reply)]

function deltas(reply: Reply): object[] {
  const { reasoning = '', text = '', calls = [], chunkChars } = reply
  const member = reply.finish === 'refused' ? 'refusal' : 'content'
  return [
    ...pieces(reasoning, chunkChars).map(piece => ({ reasoning_content: piece })),
    ...pieces(text, chunkChars).map(piece => ({ [member]: piece })),
    ...calls.flatMap((call, index) => {
      const [first = '', ...rest] = call.whole
        ? [argumentsTextOf(call)]
        : ['', ...pieces(argumentsTextOf(call), chunkChars)]
      const head = { index, ...idOf(call, index), type: 'function' }
      return [
        { tool_calls: [{ ...head, function: { name: call.name, arguments: first } }] },
        ...rest.map(piece => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]
    }),
  ]
}

const idOf = (call: { id?: string | null }, index: number): { id?: string } =>
  call.id === null ? {} : { id: call.id ?? `call_${index}` }

function usageFrame(reply: Reply, ask: Ask): string[] {
  if (!ask.wantsUsage || reply.usage === null) return []
  const body = { ...head(ask), object: 'chat.completion.chunk', model: ask.model, choices: [] }
  return [frame({ ...body, usage: usage(reply, ask) })]
}

function usage(reply: Reply, ask: Ask): unknown {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usageOf(reply, ask.inputTokens)
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  }
}

function whole(reply: Reply, ask: Ask): unknown {
  const calls = reply.calls?.map((call, index) => ({
    ...idOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsTextOf(call) },
  }))
  const said =
    reply.finish === 'refused'
      ? { content: null, refusal: reply.text ?? '' }
      : { content: reply.text ?? null, refusal: null }
  const message = {
    role: 'assistant',
    ...said,
    ...(reply.reasoning ? { reasoning_content: reply.reasoning } : {}),
    ...(calls?.length ? { tool_calls: calls } : {}),
  }
  return {
    ...head(ask),
    object: 'chat.completion',
    model: ask.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishWord(reply) }],
    ...(reply.usage === null ? {} : { usage: usage(reply, ask) }),
  }
}

/** Chat completions as the servers speak them that call themselves compatible. */
export const chat: Protocol = protocol('compatible')
/** Chat completions as OpenAI itself speaks them: no reasoning to see, ids that never repeat, and stricter. */
export const openAiChat: Protocol = protocol('openai')
