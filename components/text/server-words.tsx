import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { StoredText } from '@/lib/messages/phrase'
import { VisibleText } from './visible-text'

type Props = {
  /** Missing where an older version wrote the text. */
  codedText: StoredText | undefined
  /** The same in English, which is shown where there is nothing else. */
  english: string
  isLine?: boolean
}

/** What the server says, in the reader's language. What it is about comes from elsewhere, and is shown as such text is. */
export function ServerText({ codedText, english, isLine = false }: Props) {
  const say = useServerText()
  return (
    <VisibleText isLine={isLine} isMarked>
      {say(codedText, english)}
    </VisibleText>
  )
}

type Translate = ReturnType<typeof useTranslations<'server'>>
type Name = Parameters<Translate>[0]

/** The same as a text, with nothing made visible in it. A page in English has no messages for what is stored in English. */
export function useServerText(): (codedText: StoredText | undefined, english: string) => string {
  const t = useTranslations('server')
  return useCallback(
    (codedText, english) => {
      const translatedText = codedText ? translated(t, codedText) : null
      return codedText && translatedText !== null ? withPlainSpaces(translatedText, codedText) : english
    },
    [t],
  )
}

/** Null where a code in it is not known. */
function translated(t: Translate, { code, params = {}, parts, joint }: StoredText): string | null {
  const name = code as Name
  if (!t.has(name)) return null
  const values: Record<string, string | number> = {}
  for (const [key, param] of Object.entries(params)) {
    const value = typeof param === 'object' ? translated(t, param) : param
    if (value === null) return null
    values[key] = value
  }
  const joined = parts?.map(part => translated(t, part))
  if (joined?.includes(null)) return null
  return t(name, joined ? { ...values, parts: joined.join(joint === 'lines' ? '\n' : '; ') } : values)
}

/** The spaces in numbers, which would be shown as something hidden: only where nothing else in the text can have them. */
function withPlainSpaces(text: string, codedText: StoredText): string {
  const spaces = /[\u00a0\u202f]/g
  return spaces.test(JSON.stringify(codedText)) ? text : text.replace(spaces, ' ')
}
