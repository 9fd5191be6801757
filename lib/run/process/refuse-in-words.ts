import { type ProblemCode, type Refusal, refuse } from '@/lib/domain/contract/problem'
import { phrase, type Words } from '@/lib/text/words/phrase'

/** A Refusal that the page can say in its reader's language. */
export const refuseInWords = (code: ProblemCode, words: Words, more: Refusal['more'] = {}): Refusal =>
  refuse(code, phrase(words), { ...more, words })
