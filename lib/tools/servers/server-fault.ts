import { CodedError, type CodedText, phrase, plain, type TextCode } from '@/lib/messages/phrase'

/** What happened to a server is told in a text that fits on a page. */
const MOST_CHARS = 10_000

/** What went wrong; of a connection that could not be made, the cause says more. */
export function errorWords(error: unknown): CodedText {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CodedError) return cause.codedText
  const isVague = error instanceof TypeError && error.cause instanceof Error
  const telling = isVague ? error.cause : error
  if (!(telling instanceof Error)) return plain(String(telling).slice(0, MOST_CHARS))
  const { code, syscall = '', path = '' }: NodeJS.ErrnoException = telling
  if (syscall.startsWith('spawn') && code === 'ENOENT')
    return { code: 'toolServer.noProgram', params: { command: path } }
  if (syscall.startsWith('spawn') && code === 'EACCES')
    return { code: 'toolServer.mayNotRun', params: { command: path } }
  const codeOfFault = code === undefined ? undefined : FAULTS[code]
  return codeOfFault ? { code: codeOfFault } : plain(telling.message.slice(0, MOST_CHARS))
}

const FAULTS: Partial<Record<string, TextCode>> = {
  ECONNREFUSED: 'delivery.refused',
  ENOTFOUND: 'delivery.noHost',
}

export const errorText = (error: unknown): string => phrase(errorWords(error))

/** An answer that signs nobody in. A bundler may copy this module: one of another copy is one all the same. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'SignInRefused'
  }
}
