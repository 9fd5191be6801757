import type { StoredWords } from '@/lib/domain/words'
import type { ENGLISH } from '@/lib/text/words/english'
import { type TableLanguage, translated } from '@/lib/text/words/phrase'

/** The words of an export in the language that it was asked for in; `stored`: those of what happened, where they are known. */
export type Say = {
  (name: keyof (typeof ENGLISH)['export'], params?: Record<string, string | number>): string
  stored: (words: StoredWords | undefined, english: string) => string
}

export const inLanguage = (language: TableLanguage): Say =>
  Object.assign(
    (name: keyof (typeof ENGLISH)['export'], params: Record<string, string | number> = {}) =>
      translated(language, { code: `export.${name}`, params }) ?? name,
    {
      stored: (words: StoredWords | undefined, english: string) =>
        (language === 'en' || !words ? null : translated(language, words)) ?? english,
    },
  )
