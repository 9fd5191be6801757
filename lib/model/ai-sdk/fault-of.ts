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
import type { Fault } from '../fault'
import { excerpt, readSaid } from '../said'

/** Reads what the AI SDK threw or put into its stream. `contentType` is that of the response, if one came. */
export function faultOf(error: unknown, contentType: string | undefined): Fault {
  if (APICallError.isInstance(error)) return callFault(error)
  if (StreamProviderError.isInstance(error)) {
    const said = readSaid(json(error.data), error.message)
    const codes = [error.code, error.type].filter(code => code !== undefined).map(String)
    return {
      kind: 'error_frame',
      status: error.statusCode,
      said: { ...said, words: said.words || error.message, codes: [...said.codes, ...codes] },
    }
  }
  if (TypeValidationError.isInstance(error)) return frameFault(error.value)
  if (JSONParseError.isInstance(error))
    return unreadable(`A line of it is not JSON: “${excerpt(error.text)}”`)
  if (NoOutputGeneratedError.isInstance(error)) return { kind: 'unfinished', contentType }
  if (InvalidResponseDataError.isInstance(error) && /finish reason/.test(error.message))
    return { kind: 'unfinished', contentType }
  if (MissingToolResultsError.isInstance(error) || InvalidPromptError.isInstance(error))
    return { kind: 'unsendable', words: error.message }
  if (AISDKError.isInstance(error)) return unreadable(error.message)
  // What any other exception says is of our own insides, and is no word of the other side.
  return unreadable(`It could not be read${error instanceof Error ? ` (${error.name})` : ''}.`)
}

function callFault(error: APICallError): Fault {
  const { statusCode, responseHeaders, responseBody = '' } = error
  const code = codeOf(error)
  if (/Chat Completions stream/.test(error.message))
    return unreadable('It speaks chat completions: use openai-chat or compatible for it.')
  if (statusCode === undefined || code?.startsWith('UND_ERR_BODY_TIMEOUT'))
    return { kind: 'unreachable', code, words: error.message }
  if (statusCode < 300) return { kind: 'broken_off' }
  return {
    kind: 'refused',
    status: statusCode,
    said: readSaid(responseBody, error.message),
    headers: responseHeaders ?? {},
  }
}

/** A frame that is no chunk of an answer: often an error in a form that the SDK does not know. */
function frameFault(value: unknown): Fault {
  if (typeof value === 'object' && value !== null && 'error' in value)
    return { kind: 'error_frame', status: undefined, said: readSaid(json(value)) }
  return unreadable(`A part of it is of no known form: ${excerpt(json(value))}`)
}

const unreadable = (words: string): Fault => ({ kind: 'unreadable', words })

const json = (value: unknown): string => JSON.stringify(value) ?? ''

/** The code that Node gave the innermost cause, for example ECONNREFUSED. */
function codeOf(error: unknown): string | undefined {
  const seen = new Set<unknown>()
  let found: string | undefined
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    if ('code' in at && typeof at.code === 'string') found = at.code
  }
  return found
}
