import {
  experimental_streamLanguageModelCall,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  Output,
  type ToolSet,
  tool,
} from 'ai'
import type { AssistantMessage, ModelAnswer, Solution } from '@/lib/domain/solution'
import { type Endpoint, failureOf } from '../failure'
import type { Fault } from '../fault'
import type { Model, ModelRequest } from '../model'
import { neverThinks } from '../thinking-levels'
import { completionOf } from './completion'
import { type Fetch, guardedFetch } from './guarded-fetch'
import { toSdkMessages } from './messages'
import { type OwnContent, ownContent } from './own-content'
import { type Heard, type Part, type Reply, readReply } from './reply'
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
type ProviderOptions = NonNullable<
  Parameters<typeof experimental_streamLanguageModelCall>[0]['providerOptions']
>

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
    const told: Told = { contentType: undefined, content: undefined }
    try {
      const model = sdkModel(request.model)
      const reply = await readReply(partsOf(request, { wire, model, signal: watchdog.signal, told }), {
        signal: watchdog.signal,
        onPart: watchdog.kick,
        onDelta: request.onDelta,
        heard: wire.heard,
        ignores: wire.ignores,
      })
      if (request.signal.aborted) return fail({ kind: 'aborted' }, reply.text)
      if (watchdog.isSilent()) return fail({ kind: 'silence', ms: request.idleMs }, reply.text)
      const completion = completionOf(reply, told.contentType)
      if (completion.kind === 'fault') return fail(completion.fault, reply.text)
      const { content } = told
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

/** What is told beside the parts: of what type the response was, and at the end the whole message in the SDK's form. */
type Told = { contentType: string | undefined; content: OwnContent | undefined }

type Started = { wire: Spoken; model: SdkModel; signal: AbortSignal; told: Told }

/** The SDK is asked for one answer of the model, and for nothing that it could do with it. */
async function* partsOf(request: ModelRequest, { wire, model, signal, told }: Started): AsyncGenerator<Part> {
  const { stream, response } = await experimental_streamLanguageModelCall({
    model,
    instructions: request.instructions,
    messages: toSdkMessages(request.messages, wire),
    ...toolsOf(request, wire),
    ...outputOf(request),
    providerOptions: wire.options?.(request) ?? {},
    reasoning: reasoningOf(request, wire),
    abortSignal: signal,
    includeRawChunks: wire.heard !== undefined,
    onLanguageModelCallEnd: ({ content }) => {
      told.content = ownContent(content)
    },
  })
  told.contentType = response?.headers?.['content-type']
  yield* stream
}

const outputOf = ({ replySchema }: ModelRequest) =>
  replySchema && {
    output: Output.object({ name: 'reply', schema: jsonSchema(replySchema as JSONSchema7) }),
  }

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

type Origin = { request: ModelRequest; wire: Spoken; content: OwnContent | undefined }

function solution(reply: Reply, finish: Solution['finish'], { request, wire, content }: Origin): Solution {
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
  }
}
