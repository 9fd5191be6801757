import { type FieldError, type Refusal, refuse, withFaultWords } from '@/lib/domain/contract/problem'
import type { StoredWords } from '@/lib/domain/words'
import { storable } from '@/lib/json/json-value'
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

/** Several errors are told in one message, which has no words then. */
export function brokenCall(message: string, faults: FieldError[]): BrokenCall {
  const errors = withFaultWords(faults)
  const words = errors[0]?.message === message ? errors[0].words : undefined
  return storable({ kind: 'broken', code: 'invalid_arguments', message, errors, words } as const)
}
