import { type FieldError, type Refusal, refuse } from '@/lib/domain/contract/problem'
import { phrase, type StoredWords, type Words } from '@/lib/messages/phrase'
import { storable } from '@/lib/text/json/json-value'
import { errorsInWords, errorsText } from '@/lib/tools/read-arguments'

/** What cannot run at all: `message` tells the model, `errors` a person; `words`: the message for other languages. */
export type BrokenCall = {
  kind: 'broken'
  code: 'unknown_tool' | 'invalid_arguments'
  message: string
  errors: FieldError[]
  words: StoredWords | undefined
}

export const invalidArguments = (tool: string, errors: FieldError[]): BrokenCall =>
  storable({
    kind: 'broken',
    code: 'invalid_arguments',
    message: errorsText(tool, errors),
    errors,
    words: errorsInWords(tool, errors),
  } as const)

/** What is refused because of it, with all that is wrong. */
export const refuseBroken = ({ code, message, errors, words }: BrokenCall): Refusal =>
  refuse(code, message, { errors, ...(words && { words }) })

type Fault = { message: string; words?: StoredWords | undefined; errors?: FieldError[] | undefined }

/** Without `errors` the message is the only one. */
export function brokenCall({ message, words, errors = [{ path: '', message, words }] }: Fault): BrokenCall {
  return storable({ kind: 'broken', code: 'invalid_arguments', message, errors, words } as const)
}

/** What is wrong with all of it. */
export const brokenAs = (words: Words): BrokenCall => brokenCall({ message: phrase(words), words })
