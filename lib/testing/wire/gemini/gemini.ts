import type { Ledger } from '../ledger'
import {
  type Ask,
  type Frames,
  no,
  type Protocol,
  type Reading,
  type Refused,
  type WireOptions,
  type WireRequest,
} from '../protocol'
import { finishOf, type Reply, usageOf } from '../reply'
import { answerParts } from './gemini-answer'
import { checkGemini } from './gemini-check'
import { GEMINI_REFUSALS, geminiErrorBody } from './gemini-refusals'

const GENERATE = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent)$/

function read(request: WireRequest, options: WireOptions): Reading {
  const { method, path, query, headers, body } = request
  const refused = keyRefusal(request, options.key)
  if (refused) return { kind: 'refused', refused }
  if (path === '/v1beta/models' && method === 'GET') return { kind: 'models', answer: list(options) }
  const [, model, verb] = GENERATE.exec(path) ?? []
  if (!model || method !== 'POST')
    return no({ status: 404, message: `The requested URL ${path} was not found.` })
  const streamed = verb === 'streamGenerateContent'
  if (streamed && query.get('alt') !== 'sse')
    return no({ message: 'This model server streams only with alt=sse.' })
  return checkGemini({ headers, body, model: decodeURIComponent(model), streamed }, options)
}

function keyRefusal({ headers, query }: WireRequest, key: string | undefined): Refused | null {
  const given = headers['x-goog-api-key'] || query.get('key')
  if (!given)
    return {
      status: 403,
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API " +
        'Key or other form of API consumer identity to call this API.',
    }
  return key === undefined || given === key
    ? null
    : { status: 400, message: 'API key not valid. Please pass a valid API key.', code: 'API_KEY_INVALID' }
}

const list = ({ models }: WireOptions) => ({
  models: models.map(({ id, contextTokens, outputTokens }) => ({
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: contextTokens ?? 1_048_576,
    outputTokenLimit: outputTokens ?? 65_536,
    supportedGenerationMethods: ['generateContent'],
  })),
})

const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

const HEAD = { responseId: 'wire-response' }

/** Nothing closes the stream but its end: the last content says why. */
function frames(reply: Reply, ask: Ask, ledger: Ledger): Frames {
  const { parts, last, isMalformed } = answerParts(reply, ask, ledger)
  const begun = { promptTokenCount: ask.inputTokens, totalTokenCount: ask.inputTokens }
  const content = parts.map(part =>
    frame({
      candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }],
      ...(reply.usage === null ? {} : { usageMetadata: begun }),
      modelVersion: ask.model,
      ...HEAD,
    }),
  )
  const blocked = reply.finish === 'refused' && content.length === 0
  const end = blocked ? BLOCKED : candidate([last], { reply, isMalformed })
  return { content, finish: [frame({ ...end, ...tail(reply, ask) })], closing: [] }
}

const BLOCKED = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }

const FINISH = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  overflow: 'MAX_TOKENS',
  filtered: 'SAFETY',
  refused: 'PROHIBITED_CONTENT',
} as const

function candidate(parts: object[], { reply, isMalformed }: { reply: Reply; isMalformed: boolean }) {
  const finishReason = reply.rawFinish ?? (isMalformed ? 'MALFORMED_FUNCTION_CALL' : FINISH[finishOf(reply)])
  return { candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0 }] }
}

const tail = (reply: Reply, ask: Ask) => ({
  ...(reply.usage === null ? {} : { usageMetadata: usage(reply, ask) }),
  modelVersion: ask.model,
  ...HEAD,
})

/** Thoughts are counted beside the candidates. */
function usage(reply: Reply, ask: Ask): unknown {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usageOf(reply, ask.inputTokens)
  return {
    promptTokenCount: inputTokens,
    cachedContentTokenCount: cachedTokens,
    candidatesTokenCount: outputTokens - reasoningTokens,
    thoughtsTokenCount: reasoningTokens,
    totalTokenCount: inputTokens + outputTokens,
  }
}

function whole(reply: Reply, ask: Ask, ledger: Ledger): unknown {
  const all = { ...reply, chunkChars: Number.MAX_SAFE_INTEGER }
  const { parts, last, isMalformed } = answerParts(all, ask, ledger)
  return { ...candidate([...parts, last], { reply, isMalformed }), ...tail(reply, ask) }
}

/** Google's Gemini. */
export const gemini: Protocol = {
  basePath: '/v1beta',
  read,
  errorBody: geminiErrorBody,
  refusals: GEMINI_REFUSALS,
  frames,
  whole,
  errorFrame: frame,
  wrongTyped: frame({ candidates: 'none', usageMetadata: 7 }),
}
