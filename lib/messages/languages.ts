/** The languages of the page. The first is the default. */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some(language => language === value)

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ru: 'Русский' }

/** Holds the language that a person has chosen; it takes precedence over the browser's. */
export const LANGUAGE_COOKIE = 'countersign-language'

/** The first available language that a browser prefers. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', quality] = part.trim().split(/ *; *q=/)
      return { tag: tag.toLowerCase().split('-')[0], quality: Number(quality ?? 1) }
    })
    .sort((a, b) => b.quality - a.quality)
  return preferred.map(({ tag }) => tag).find(isLanguage) ?? LANGUAGES[0]
}
