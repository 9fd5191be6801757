import {
  experimental_streamLanguageModelCall,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  Output,
  type Schema,
  type LanguageModelStreamPart as StreamPart,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai'
import { modernSchema } from '@/lib/domain/call/modern-schema'
import type { AssistantMessage, ModelAnswer, ModelFailure, Solution } from '@/lib/domain/call/solution'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { isObject } from '@/lib/text/json/json-value'
import { failureOf, type ModelEndpoint } from '../failure'
import type { Fault } from '../fault'
import type { Model, ModelRequest } from '../model'
import { neverThinks } from '../thinking-levels'
import { providerCompletion } from './completion'
import { type OwnContent, ownContent, toSdkMessages, type Wire } from './messages'
import { type ChunkReading, type ProviderReply, readReply } from './reply'
import { responseEvents } from './response-events'

/** What differs between providers. */
export type ProviderWire = Omit<Wire, 'provider'> & {
  /** Loads the provider's part of the SDK with the first request. */
  languageModel: (model: string, fetch: Fetch) => Promise<SdkModel>
  /** The SDK's options for this provider alone. */
  options?: (request: ModelRequest) => ProviderOptions
  /** Reads what the SDK loses or misreads in a raw chunk of the stream. */
  readChunk?: (chunk: unknown) => ChunkReading
  /** Errors of the SDK that can be ignored. */
  ignores?: (error: unknown) => boolean
  /** Forbidding tool calls does not invalidate the provider's cache of the conversation. */
  noneKeepsCache?: boolean
  /** Even when tools are off, those used in the history must still be declared. */
  declaresUsedTools?: boolean
}

type SdkModel = Exclude<LanguageModel, string>
type ProviderOptions = NonNullable<
  Parameters<typeof experimental_streamLanguageModelCall>[0]['providerOptions']
>

export type ConfiguredWire = ProviderWire & Wire & { endpoint: (model: string) => ModelEndpoint }

// The SDK would print warnings about its own translation.
globalThis.AI_SDK_LOG_WARNINGS = false

export type StreamingDeps = { fetch: Fetch; now: () => number }

/** One streamed request through the AI SDK: no tool is run, nothing is retried, nothing is thrown. */
export function createStreamingModel(wire: ConfiguredWire, deps: StreamingDeps): Model {
  const sdkModel = madeOnce((name, connectMs) =>
    wire.languageModel(name, guardedFetch(deps.fetch, connectMs)),
  )
  const ask = streamedRequest(wire, sdkModel, deps)
  const reasonings = new Map<string, Wire['reasoning']>()
  return async request => {
    const answer = await ask(request, reasonings.get(request.model))
    const reasoning = answer.kind === 'failure' ? reasoningWish(answer.failure) : undefined
    if (reasoning === undefined || reasoning === reasonings.get(request.model)) return answer
    reasonings.set(request.model, reasoning)
    return ask(request, reasoning)
  }
}

/** Some servers refuse a history without the reasoning of each Call, and others one with any: they say so. */
function reasoningWish({ reason, message }: ModelFailure): Wire['reasoning'] {
  if (reason !== 'bad_request' || !message.includes('reasoning_content')) return undefined
  return /must|missing|require|passed back/i.test(message) ? 'all' : 'none'
}

function streamedRequest(configured: ConfiguredWire, sdkModel: MakeModel, { now }: StreamingDeps) {
  return async (request: ModelRequest, reasoning: Wire['reasoning']): Promise<ModelAnswer> => {
    const wire = { ...configured, reasoning }
    const fail = (fault: Fault, text = ''): ModelAnswer => {
      const endpoint = { ...wire.endpoint(request.model), tools: request.tools.map(({ name }) => name) }
      return { kind: 'failure', failure: failureOf(fault, { endpoint, text, now: now() }) }
    }
    if (request.signal.aborted) return fail({ kind: 'aborted' })
    const watchdog = startWatchdog(request.idleMs, request.signal)
    const info: ResponseInfo = { contentType: undefined, content: undefined }
    try {
      const model = await sdkModel(request.model, request.connectMs)
      const reply = await readReply(partsOf(request, { wire, model, signal: watchdog.signal, info }), {
        onPart: watchdog.kick,
        onDelta: request.onDelta,
        readChunk: wire.readChunk,
        ignores: wire.ignores,
      })
      if (request.signal.aborted) return fail({ kind: 'aborted' }, reply.text)
      if (watchdog.isSilent()) return fail({ kind: 'silence', ms: request.idleMs }, reply.text)
      const completion = providerCompletion(reply, info.contentType)
      if (completion.kind === 'fault') return fail(completion.fault, reply.text)
      const { content } = info
      return { kind: 'solution', solution: solution(reply, completion, { request, wire, content }) }
    } finally {
      watchdog.end()
    }
  }
}

/** The SDK builds the schemas of a protocol for each model that it makes. */
function madeOnce(make: MakeModel): MakeModel {
  const models = new Map<string, Promise<SdkModel>>()
  return (name, connectMs) => {
    const key = `${name} ${connectMs ?? ''}`
    const model = models.get(key) ?? make(name, connectMs)
    models.set(key, model)
    return model
  }
}

type MakeModel = (name: string, connectMs: number | undefined) => Promise<SdkModel>

/**
 * Reported besides the parts: the content type of the response, and at the end the whole message in the SDK's format.
 */
type ResponseInfo = { contentType: string | undefined; content: OwnContent | undefined }

type Started = { wire: ConfiguredWire; model: SdkModel; signal: AbortSignal; info: ResponseInfo }

/** The SDK is used for one answer of the model only, not for its tool loop. */
async function* partsOf(
  request: ModelRequest,
  { wire, model, signal, info }: Started,
): AsyncGenerator<StreamPart> {
  const tools = declared(request, wire)
  const isForbidden = tools.length > 0 && forbidsCalls(request, wire)
  const { stream, response } = await experimental_streamLanguageModelCall({
    model: isForbidden ? withoutCalls(model) : model,
    instructions: request.instructions,
    messages: toSdkMessages(request.messages, wire, request.pictures),
    ...(tools.length > 0 ? { tools: toTools(tools) } : {}),
    ...outputOf(request),
    providerOptions: wire.options?.(request) ?? {},
    reasoning: reasoningOf(request, wire),
    abortSignal: signal,
    includeRawChunks: wire.readChunk !== undefined,
    onLanguageModelCallEnd: ({ content }) => {
      info.content = ownContent(content)
    },
  })
  info.contentType = response?.headers?.['content-type']
  yield* stream
}

const outputOf = ({ replySchema }: ModelRequest) =>
  replySchema && {
    output: Output.object({ name: 'reply', schema: jsonSchema(replySchema as JSONSchema7) }),
  }

/** A model that never thinks gets no such option: it refuses even “none”. */
function reasoningOf({ model, thinking }: ModelRequest, { provider }: ConfiguredWire) {
  return thinking === 'default' || neverThinks(`${provider}:${model}`) ? 'provider-default' : thinking
}

/** Without `execute` the SDK hands Calls back; the caller validates the text of the arguments. */
const declared = ({ tools, messages }: ModelRequest, wire: ConfiguredWire): ModelRequest['tools'] =>
  tools.length === 0 && wire.declaresUsedTools ? usedTools(messages) : tools

const forbidsCalls = ({ tools, toolChoice }: ModelRequest, wire: ConfiguredWire): boolean =>
  tools.length === 0 ? wire.declaresUsedTools === true : toolChoice === 'none' && wire.noneKeepsCache === true

/**
 * Forbids tool calls at the provider. If the SDK itself were told, it would turn a reply with a call into a failure.
 */
const withoutCalls = (model: SdkModel): SdkModel =>
  typeof model === 'object' && model.specificationVersion === 'v4'
    ? wrapLanguageModel({
        model,
        middleware: { transformParams: async ({ params }) => ({ ...params, toolChoice: { type: 'none' } }) },
      })
    : model

const toTools = (tools: ModelRequest['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: inputSchema(schema) }),
    ]),
  )

/** What was made of a tool's schema, which is the same with each Request. */
const inputSchemas = new WeakMap<JsonSchema, Schema>()

function inputSchema(schema: JsonSchema): Schema {
  const input = inputSchemas.get(schema) ?? jsonSchema(objectSchema(schema) as JSONSchema7)
  inputSchemas.set(schema, input)
  return input
}

/** Providers take an object at the top and nothing else: what may hold besides is told as members that it may have. */
export function objectSchema(schema: JsonSchema): JsonSchema {
  const whole = modernSchema(schema)
  const { anyOf, oneOf, allOf, not, enum: values, const: value, if: when, then, else: other, ...rest } = whole
  const { $ref, ...plain } = rest
  const definitions = { ...recordOf(rest.definitions), ...recordOf(rest.$defs) }
  const alternatives = [anyOf, oneOf, allOf, { $ref }].flat().map(each => {
    const { $ref: name } = recordOf(each)
    return typeof name === 'string' ? recordOf(definitions[name.split('/').at(-1) ?? '']) : recordOf(each)
  })
  const properties = [...alternatives, plain].map(each => recordOf(each.properties))
  return { ...plain, type: 'object', properties: Object.assign({}, ...properties) }
}

const recordOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

function usedTools(messages: ModelRequest['messages']): ModelRequest['tools'] {
  const calls = messages.flatMap(message => (message.role === 'assistant' ? message.calls : []))
  const names = new Set(calls.map(call => call.tool))
  return [...names].map(name => ({ name, description: 'Not available now.', schema: { type: 'object' } }))
}

type Origin = { request: ModelRequest; wire: ConfiguredWire; content: OwnContent | undefined }

function solution(
  reply: ProviderReply,
  { finish, unread }: Pick<Solution, 'finish' | 'unread'>,
  { request, wire, content }: Origin,
): Solution {
  const isCut = finish === 'length' || finish === 'filtered'
  const { calls } = reply
  const message: AssistantMessage = {
    role: 'assistant',
    text: reply.text,
    calls: isCut ? [] : calls,
    failures: request.failures,
    ...(isCut || !content?.length ? {} : { verbatim: { provider: wire.provider, content } }),
  }
  return {
    text: reply.text,
    ...(reply.reasoning ? { reasoning: reply.reasoning } : {}),
    calls,
    finish,
    usage: reply.usage,
    message,
    ...(unread === undefined ? {} : { unread }),
  }
}

/**
 * Cuts off a stream that has been silent for too long. Armed from the start, so that it also covers the wait for the
 * response to begin. `signal` aborts on silence, with the caller's own signal, and when it is ended.
 */
function startWatchdog(idleMs: number, caller: AbortSignal) {
  const cut = new AbortController()
  let silent = false
  const bark = () => {
    silent = true
    cut.abort()
  }
  let timer = setTimeout(bark, idleMs)
  return {
    signal: AbortSignal.any([caller, cut.signal]),
    isSilent: () => silent,
    kick: () => {
      clearTimeout(timer)
      timer = setTimeout(bark, idleMs)
    },
    /** Also closes a connection that is still open. */
    end: () => {
      clearTimeout(timer)
      cut.abort(ENDED)
    },
  }
}

/** Made once: its stack takes longer than all else here. */
const ENDED = new DOMException('The reply has ended', 'AbortError')

export type Fetch = (...request: [...Parameters<typeof fetch>, connectMs?: number]) => Promise<Response>

/** A fetch that follows no redirects, since the key and the conversation would go along. */
const guardedFetch =
  (fetch: Fetch, connectMs: number | undefined): Fetch =>
  async (input, init) =>
    responseEvents(await fetch(input, { ...init, redirect: 'manual' }, connectMs))
