import type { Said } from './fault'

const CODES = /context_length_exceeded|exceed_context_size_error|request_too_large/

const WORDS = new RegExp(
  [
    'context.{0,12}(length|window|size|limit)',
    'maximum context',
    'too large for model',
    'prompt is too long',
    'input token count.*exceeds',
    'exceed_context_size',
    'context_length_exceeded',
    'tokens? to keep from the initial prompt',
    'keep the first \\d+ tokens',
    'request_too_large',
    'reduce the length of the (messages|prompt)',
    'input (is )?too long',
  ].join('|'),
  'i',
)

const OTHER_LIMIT = /rate limit|tokens per min|TPM|quota/i

/**
 * True where an error says that the conversation is longer than the model can read. Few servers have a code
 * for it, so their words count too: those quoted, or, where the body had none, its beginning. A body is not
 * searched further, since some servers echo the conversation in it.
 */
export function isOverflow(status: number | undefined, said: Said): boolean {
  if (status === 413) return true
  if (status !== undefined && ![400, 422, 500].includes(status)) return false
  if (said.codes.some(code => CODES.test(code))) return true
  const words = said.words || said.body.slice(0, 2000)
  return WORDS.test(words) && !OTHER_LIMIT.test(words)
}
