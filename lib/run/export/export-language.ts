import type { StoredWords } from '@/lib/text/words/phrase'
import { type TableLanguage, translated, type WordsCode } from '@/lib/text/words/phrase'

type Name<Code = WordsCode> = Code extends `export.${infer Name}` ? Name : never

/** The words of an export in the language that it was asked for in; `stored`: those of what happened, where they are known. */
export type Say = {
  (name: Name, params?: Record<string, string | number>): string
  stored: (words: StoredWords | undefined, english: string) => string
}

export const inLanguage = (language: TableLanguage): Say =>
  Object.assign(
    (name: Name, params: Record<string, string | number> = {}) =>
      translated(language, { code: `export.${name}`, params }) ?? name,
    {
      stored: (words: StoredWords | undefined, english: string) =>
        (language === 'en' || !words ? null : translated(language, words)) ?? english,
    },
  )
