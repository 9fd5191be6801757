import { createHash } from 'node:crypto'
import { LANGUAGES, type Language } from '@/lib/messages/languages'
import { COMPILED_MESSAGES } from '@/lib/messages/messages'

/** All messages of a language, as browsers load and keep them: the name changes with the content. */
export type MessagesFile = { address: string; content: string }

export const MESSAGES_FILES: Record<Language, MessagesFile> = Object.fromEntries(
  LANGUAGES.map(language => [language, fileIn(language)]),
) as Record<Language, MessagesFile>

function fileIn(language: Language): MessagesFile {
  const content = JSON.stringify(COMPILED_MESSAGES[language])
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { address: `/messages/${language}.${hash}.json`, content }
}
