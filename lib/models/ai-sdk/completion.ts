import {
  AISDKError,
  APICallError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  MissingToolResultsError,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
} from 'ai'
import type { Solution } from '@/lib/domain/call/solution'
import { excerpt, type Fault, readErrorBody } from '../fault'
import type { ProviderReply } from './reply'

type Completion =
  | ({ kind: 'complete' } & Pick<Solution, 'finish' | 'unread'>)
  | { kind: 'fault'; fault: Fault }

/**
 * The SDK reports clean ends, valid-looking Calls and no error for many streams that were cut or garbled. A reply
 * counts only if it ended without an error and says how it ended. A plain end without content is complete; announced
 * Calls that never came are not.
 */
export function providerCompletion(reply: ProviderReply, contentType: string | undefined): Completion {
  if (reply.error !== undefined) return fault(faultOf(reply.error, contentType))
  if (!reply.finish) return fault({ kind: 'unfinished', contentType })
  const { reason, raw } = reply.finish
  if (reply.cutReason && reason !== 'interrupted') return { kind: 'complete', finish: reply.cutReason }
  if (raw === 'model_context_window_exceeded') return fault({ kind: 'window_full' })
  switch (reason) {
    case 'stop':
    case 'tool-calls':
      if (reply.misread) return unreadable(reply.misread)
      if (reply.calls.length > 0) return { kind: 'complete', finish: 'calls' }
      if (reason === 'tool-calls') return unreadable('It announced Calls and sent none.')
      return { kind: 'complete', finish: 'stop' }
    case 'length':
      return { kind: 'complete', finish: 'length' }
    case 'content-filter':
      return { kind: 'complete', finish: 'filtered' }
    case 'other':
    case 'error':
      if (raw === 'MALFORMED_FUNCTION_CALL' && !reply.misread) return malformed(reply, raw)
      if (/^(?:null|none)?$/i.test(raw ?? '') && !reply.isEnded) return torn(contentType)
      if (FAULTS.test(raw ?? '')) return unreadable(`It ended with “${raw}”, which is no answer.`)
      return { kind: 'complete', finish: finishNamed(raw, reply) }
    case 'interrupted':
      return torn(contentType)
  }
}

/** Words for an end that is none; whatever else a server says is its own word for one. */
const FAULTS =
  /^other$|error|fail|abort|cancel|malformed|unexpected|unspecified|overload|timeout|interrupt|invalid/i

function finishNamed(raw = '', { calls }: ProviderReply): Solution['finish'] {
  if (/max|length|limit/i.test(raw)) return 'length'
  if (/filter|safety|sensitive|moderat|block|prohibited/i.test(raw)) return 'filtered'
  return calls.length > 0 ? 'calls' : 'stop'
}

const fault = (value: Fault): Completion => ({ kind: 'fault', fault: value })
const unreadable = (words: string): Completion => fault({ kind: 'unreadable', words })
const torn = (contentType: string | undefined): Completion => fault({ kind: 'unfinished', contentType })

/** The model wrote it that way, and would again, so it is told. Calls that did come through stand. */
const malformed = ({ calls }: ProviderReply, raw: string): Completion => ({
  kind: 'complete',
  finish: calls.length > 0 ? 'calls' : 'stop',
  unread: `The provider could not read a call of the reply, and dropped it (${raw}).`,
})

/** Interprets what the AI SDK threw or put into its stream. `contentType` is that of the response, if there was one. */
export function faultOf(error: unknown, contentType: string | undefined): Fault {
  if (APICallError.isInstance(error)) return callFault(error)
  if (StreamProviderError.isInstance(error)) {
    const errorBody = readErrorBody(json(error.data), error.message)
    errorBody.codes.push(...[error.code, error.type].filter(code => code !== undefined).map(String))
    return { kind: 'error_frame', status: error.statusCode, errorBody }
  }
  if (TypeValidationError.isInstance(error)) return frameFault(error.value)
  if (JSONParseError.isInstance(error))
    return unreadableFault(`A line of it is not JSON: “${excerpt(error.text)}”`)
  if (NoOutputGeneratedError.isInstance(error)) return { kind: 'unfinished', contentType }
  if (InvalidResponseDataError.isInstance(error) && /finish reason/.test(error.message))
    return { kind: 'unfinished', contentType }
  if (MissingToolResultsError.isInstance(error) || InvalidPromptError.isInstance(error))
    return { kind: 'unsendable', words: error.message }
  if (AISDKError.isInstance(error)) return unreadableFault(error.message)
  // Any other exception is about our own internals, not a message from the other side.
  return unreadableFault(`It could not be read${error instanceof Error ? ` (${error.name})` : ''}.`)
}

function callFault(error: APICallError): Fault {
  const { statusCode, responseHeaders, responseBody = '' } = error
  const code = codeOf(error)
  if (/Chat Completions stream/.test(error.message))
    return unreadableFault('It speaks chat completions: use openai-chat or compatible for it.')
  if (statusCode === undefined || code?.startsWith('UND_ERR_BODY_TIMEOUT'))
    return { kind: 'unreachable', code, words: error.message }
  if (statusCode < 300) return { kind: 'broken_off' }
  return {
    kind: 'refused',
    status: statusCode,
    errorBody: readErrorBody(responseBody, error.message),
    headers: responseHeaders ?? {},
  }
}

/** A frame that is not part of an answer: often an error in a form that the SDK does not know. */
function frameFault(value: unknown): Fault {
  if (typeof value === 'object' && value !== null && 'error' in value)
    return { kind: 'error_frame', status: undefined, errorBody: readErrorBody(json(value)) }
  return unreadableFault(`A part of it is of no known form: ${excerpt(json(value))}`)
}

const unreadableFault = (words: string): Fault => ({ kind: 'unreadable', words })

const json = (value: unknown): string => JSON.stringify(value) ?? ''

/** The code that Node gave the innermost cause, for example ECONNREFUSED. */
function codeOf(error: unknown): string | undefined {
  const seen = new Set<unknown>()
  let code: string | undefined
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    if ('code' in at && typeof at.code === 'string') code = at.code
  }
  return code
}
