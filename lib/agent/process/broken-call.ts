import { type FieldError, type Refusal, refuse } from '@/lib/domain/contract/problem'
import { type CodedText, phrase, type StoredText } from '@/lib/messages/phrase'
import { storable } from '@/lib/text/json/json-value'
import { errorsInWords, errorsText } from '@/lib/tools/read-arguments'

/** What cannot run at all: `message` tells the model, `errors` a person; `words`: the message for other languages. */
export type BrokenCall = {
  kind: 'broken'
  code: 'unknown_tool' | 'invalid_arguments'
  message: string
  errors: FieldError[]
  codedText: StoredText | undefined
}

export const invalidArguments = (tool: string, errors: FieldError[]): BrokenCall =>
  brokenCall({ message: errorsText(tool, errors), codedText: errorsInWords(tool, errors), errors })

/** What is refused because of it, with all that is wrong. */
export const refuseBroken = ({ code, message, errors, codedText }: BrokenCall): Refusal =>
  refuse(code, message, { errors, ...(codedText && { codedText }) })

type Fault = { message: string; codedText?: StoredText | undefined; errors?: FieldError[] | undefined }

/** Without `errors` the message is the only one. */
export function brokenCall({
  message,
  codedText,
  errors = [{ path: '', message, codedText }],
}: Fault): BrokenCall {
  return storable({ kind: 'broken', code: 'invalid_arguments', message, errors, codedText } as const)
}

/** What is wrong with all of it. */
export const brokenAs = (codedText: CodedText): BrokenCall =>
  brokenCall({ message: phrase(codedText), codedText })
