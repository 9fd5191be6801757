import {
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  streamText,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai'
import type { AssistantMessage, ModelAnswer, Solution } from '@/lib/domain/solution'
import { type Endpoint, failureOf } from '../failure'
import type { Fault } from '../fault'
import type { Model, ModelRequest } from '../model'
import { neverThinks } from '../thinking-levels'
import { completionOf } from './completion'
import { type Fetch, guardedFetch } from './guarded-fetch'
import { withoutFiles } from './left-out-file'
import { toSdkMessages } from './messages'
import { type Heard, type Reply, readReply } from './reply'
import { startWatchdog } from './watchdog'
import type { Wire } from './wire'

/** What differs between the wires of providers. */
export type ProviderWire = Omit<Wire, 'provider'> & {
  languageModel: (model: string, fetch: Fetch) => SdkModel
  /** The SDK's options for this provider alone. */
  options?: (request: ModelRequest) => ProviderOptions
  /** Where the SDK loses or misreads something of a raw chunk of the stream. */
  heard?: (chunk: unknown) => Heard
  /** Errors that the SDK reports and that are none. */
  ignores?: (error: unknown) => boolean
  /** Where tools are off, those that the history used must be declared still. */
  declaresUsedTools?: boolean
}

type SdkModel = Exclude<LanguageModel, string>
type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>

type Spoken = ProviderWire & Wire & { endpoint: (model: string) => Endpoint }

// Warnings of the SDK are of its own translation, and it prints them.
globalThis.AI_SDK_LOG_WARNINGS = false

export type StreamingDeps = { fetch: Fetch; now: () => number }

/** One streamed request through the AI SDK: no tool is run, nothing is repeated, nothing is thrown. */
export function createStreamingModel(wire: Spoken, deps: StreamingDeps): Model {
  const fetch = guardedFetch(deps.fetch)
  const sdkModel = keeping(name => wire.languageModel(name, fetch))
  return async request => {
    const fail = (fault: Fault, text = ''): ModelAnswer => ({
      kind: 'failure',
      failure: failureOf(fault, { endpoint: wire.endpoint(request.model), text, now: deps.now() }),
    })
    if (request.signal.aborted) return fail({ kind: 'aborted' })
    const watchdog = startWatchdog(request.idleMs, request.signal)
    const response: Answering = { contentType: undefined }
    try {
      const model = noting(sdkModel(request.model), { response, request })
      const result = start(request, { wire, model, signal: watchdog.signal })
      const reply = await readReply(result.stream, {
        onPart: watchdog.kick,
        onDelta: request.onDelta,
        heard: wire.heard,
        ignores: wire.ignores,
      })
      if (request.signal.aborted) return fail({ kind: 'aborted' }, reply.text)
      if (watchdog.isSilent()) return fail({ kind: 'silence', ms: request.idleMs }, reply.text)
      const completion = completionOf(reply, response.contentType)
      if (completion.kind === 'fault') return fail(completion.fault, reply.text)
      const content = await ownContent(result)
      return { kind: 'solution', solution: solution(reply, completion.finish, { request, wire, content }) }
    } finally {
      watchdog.end()
    }
  }
}

/** Models that are kept ready, since the SDK makes the schemas of a wire with each. */
const KEPT = 32

function keeping(make: (name: string) => SdkModel): (name: string) => SdkModel {
  const kept = new Map<string, SdkModel>()
  return name => {
    const known = kept.get(name)
    if (known) return known
    const model = make(name)
    if (kept.size >= KEPT) kept.clear()
    kept.set(name, model)
    return model
  }
}

type Answering = { contentType: string | undefined }

/** Remembers of what type the response was, and asks for the reply as it should be: the SDK itself would read it too. */
const noting = (
  model: SdkModel,
  { response, request: { replySchema } }: { response: Answering; request: ModelRequest },
): SdkModel =>
  wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) =>
        replySchema
          ? { ...params, responseFormat: { type: 'json', name: 'reply', schema: replySchema as JSONSchema7 } }
          : params,
      wrapStream: async ({ doStream }) => {
        const result = await doStream()
        response.contentType = result.response?.headers?.['content-type']
        return result
      },
    },
  })

type Started = { wire: Spoken; model: SdkModel; signal: AbortSignal }

const start = (request: ModelRequest, { wire, model, signal }: Started) =>
  streamText({
    model,
    instructions: request.instructions,
    messages: toSdkMessages(request.messages, wire),
    ...toolsOf(request, wire),
    providerOptions: wire.options?.(request) ?? {},
    reasoning: reasoningOf(request, wire),
    maxRetries: 0,
    abortSignal: signal,
    include: { rawChunks: wire.heard !== undefined },
    telemetry: { isEnabled: false },
    // Errors are read from the stream; the SDK's default is to print them.
    onError: () => {},
  })

/** To a model that never thinks, nothing is said of it: it refuses even the word that it should not. */
function reasoningOf({ model, thinking }: ModelRequest, { provider }: Spoken) {
  return thinking === 'default' || neverThinks(`${provider}:${model}`) ? 'provider-default' : thinking
}

/** Without `execute` the SDK hands Calls back; arguments are validated by the caller, against their own text. */
function toolsOf({ tools, messages }: ModelRequest, wire: Spoken) {
  if (tools.length > 0) return { tools: toTools(tools) }
  const used = wire.declaresUsedTools ? usedTools(messages) : []
  return used.length > 0 ? { tools: toTools(used), toolChoice: 'none' as const } : {}
}

const toTools = (tools: ModelRequest['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema as JSONSchema7) }),
    ]),
  )

function usedTools(messages: ModelRequest['messages']): ModelRequest['tools'] {
  const calls = messages.flatMap(message => (message.role === 'assistant' ? message.calls : []))
  const names = new Set(calls.map(call => call.tool))
  return [...names].map(name => ({ name, description: 'Not available now.', schema: { type: 'object' } }))
}

/**
 * The assistant message in the SDK's form, as far as it could make one. The tool message it writes for invalid
 * Calls is not used.
 */
async function ownContent(result: ReturnType<typeof start>): Promise<unknown> {
  const messages = await Promise.resolve(result.responseMessages).catch(() => [])
  return withoutFiles(messages.find(({ role }) => role === 'assistant')?.content)
}

type Origin = { request: ModelRequest; wire: Spoken; content: unknown }

function solution(reply: Reply, finish: Solution['finish'], { request, wire, content }: Origin): Solution {
  const isCut = finish === 'length' || finish === 'filtered'
  const { calls } = reply
  const message: AssistantMessage = {
    role: 'assistant',
    text: reply.text,
    calls: isCut ? [] : calls,
    failures: request.failures,
    ...(isCut || content === undefined ? {} : { verbatim: { provider: wire.provider, content } }),
  }
  return {
    text: reply.text,
    ...(reply.reasoning ? { reasoning: reply.reasoning } : {}),
    calls,
    finish,
    usage: reply.usage,
    message,
  }
}
