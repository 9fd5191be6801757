import { checkChat } from './chat-check'
import type { Ask, Frames, Protocol, Reading, Refused, WireOptions, WireRequest } from './protocol'
import { argumentsTextOf, finishOf, pieces, type Reply, type ReplyUsage } from './reply'

/** Chat completions as OpenAI documents them, and as the servers that call themselves compatible speak them. */
export const chat: Protocol = {
  basePath: '/v1',
  read,
  errorBody,
  frames,
  whole,
  errorFrame: body => frame(body),
}

function read(request: WireRequest, options: WireOptions): Reading {
  const refused = notAllowed(request, options)
  if (refused) return { kind: 'refused', refused }
  if (request.path === '/v1/models') return { kind: 'models', answer: list(options) }
  return checkChat(request, options)
}

const ENDPOINTS: Record<string, string> = { '/v1/chat/completions': 'POST', '/v1/models': 'GET' }

/** The key is looked at first: without it nobody learns which endpoints there are. */
function notAllowed({ method, path, headers }: WireRequest, { key }: WireOptions): Refused | null {
  const given = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
  if (key !== undefined && !given)
    return { status: 401, message: "You didn't provide an API key. Send it as a Bearer token." }
  if (key !== undefined && given !== key)
    return { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' }
  const expected = ENDPOINTS[path]
  if (!expected) return { status: 404, message: `Invalid URL (${method} ${path})` }
  return expected === method ? null : { status: 405, message: `Not allowed to ${method} on ${path}.` }
}

const list = ({ models }: WireOptions) => ({
  object: 'list',
  data: models.map(({ id }) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'wire' })),
})

function errorBody({ status, message, type, code, param }: Refused): unknown {
  const kind = type ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message, type: kind, param: param ?? null, code: code ?? null } }
}

const frame = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`

function frames(reply: Reply, ask: Ask): Frames {
  const chunk = (delta: unknown, finish: string | null = null): string =>
    frame({
      ...HEAD,
      object: 'chat.completion.chunk',
      model: ask.model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(ask.wantsUsage ? { usage: null } : {}),
    })
  return {
    content: [{ role: 'assistant', content: '' }, ...deltas(reply)].map(delta => chunk(delta)),
    finish: [chunk({}, FINISH[finishOf(reply)])],
    closing: [...usageFrame(reply, ask), 'data: [DONE]\n\n'],
  }
}

const HEAD = { id: 'chatcmpl-wire', created: 1_700_000_000, system_fingerprint: 'fp_wire' }
const FINISH = { stop: 'stop', calls: 'tool_calls', length: 'length', filtered: 'content_filter' } as const

function deltas({ reasoning = '', text = '', calls = [], chunkChars }: Reply): object[] {
  return [
    ...pieces(reasoning, chunkChars).map(piece => ({ reasoning_content: piece })),
    ...pieces(text, chunkChars).map(piece => ({ content: piece })),
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
  const body = { ...HEAD, object: 'chat.completion.chunk', model: ask.model, choices: [] }
  return [frame({ ...body, usage: usageOf(reply, ask) })]
}

function usageOf(reply: Reply, ask: Ask): unknown {
  const said = [reply.reasoning, reply.text, ...(reply.calls ?? []).map(argumentsTextOf)].join('')
  const usage: ReplyUsage = {
    inputTokens: ask.inputTokens,
    outputTokens: Math.ceil(said.length / 4),
    cachedTokens: 0,
    reasoningTokens: 0,
    ...reply.usage,
  }
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}

function whole(reply: Reply, ask: Ask): unknown {
  const calls = reply.calls?.map((call, index) => ({
    ...idOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsTextOf(call) },
  }))
  const message = {
    role: 'assistant',
    content: reply.text ?? null,
    ...(reply.reasoning ? { reasoning_content: reply.reasoning } : {}),
    ...(calls?.length ? { tool_calls: calls } : {}),
  }
  return {
    ...HEAD,
    object: 'chat.completion',
    model: ask.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[finishOf(reply)] }],
    ...(reply.usage === null ? {} : { usage: usageOf(reply, ask) }),
  }
}
