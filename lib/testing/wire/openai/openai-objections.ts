import type * as z from 'zod'
import { pathText } from '../path-text'
import type { Objection, Received } from '../protocol'

/** What OpenAI says of a request that it cannot read at all. */
export function unreadable({ headers, body }: Received): Objection | null {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    return { message: 'The content type must be application/json.' }
  return body === undefined ? { message: 'We could not parse the JSON body of your request.' } : null
}

export const unknownModel = (id: string): Objection => ({
  status: 404,
  message: `The model \`${id}\` does not exist or you do not have access to it.`,
  code: 'model_not_found',
})

export function shapeObjection(error: z.ZodError): Objection {
  const issue = error.issues[0]
  const at = pathText(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys' && at === '')
    return { message: `Unrecognized request argument supplied: ${issue.keys.join(', ')}` }
  if (issue?.code === 'unrecognized_keys')
    return { message: `Unknown parameter: '${at}.${issue.keys[0]}'.`, param: at, code: 'unknown_parameter' }
  if (issue?.message.endsWith('received undefined'))
    return { message: `Missing required parameter: '${at}'.`, param: at, code: 'missing_required_parameter' }
  const code = issue?.code === 'too_big' ? 'string_above_max_length' : 'invalid_value'
  return { message: `Invalid '${at}': ${issue?.message}`, param: at, code }
}

/** A parameter that this model does not take. */
export const unsupported = (param: string): Objection => ({
  message: `Unsupported parameter: '${param}' is not supported with this model.`,
  param,
  code: 'unsupported_parameter',
})
