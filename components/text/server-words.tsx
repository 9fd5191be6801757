'use client'

import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { StoredWords } from '@/lib/domain/words'
import { VisibleText } from './visible-text'

type Props = {
  /** Missing where an older version wrote the text. */
  words: StoredWords | undefined
  /** The same in English, which is shown where there is nothing else. */
  english: string
  isLine?: boolean
}

/** What the server says, in the reader's language. What it is about comes from elsewhere, and is shown as such text is. */
export function ServerWords({ words, english, isLine = false }: Props) {
  const say = useServerWords()
  return <VisibleText isLine={isLine}>{say(words, english)}</VisibleText>
}

type Name = Parameters<ReturnType<typeof useTranslations<'server'>>>[0]

/** The same as a text, with nothing made visible in it. */
export function useServerWords(): (words: StoredWords | undefined, english: string) => string {
  const t = useTranslations('server')
  const language = useLocale()
  return useCallback(
    (words, english) => {
      if (!words || language === 'en') return english
      const { code, params = {}, parts = [] } = words
      if (![words, ...parts].every(part => t.has(part.code as Name))) return english
      const joined = parts.map(part => t(part.code as Name, part.params ?? {})).join('; ')
      return withPlainSpaces(t(code as Name, { ...params, parts: joined }), words)
    },
    [t, language],
  )
}

/** The spaces in numbers, which would be shown as something hidden: only where nothing else in the text can have them. */
function withPlainSpaces(text: string, words: StoredWords): string {
  const spaces = /[\u00a0\u202f]/g
  return spaces.test(JSON.stringify(words)) ? text : text.replace(spaces, ' ')
}
