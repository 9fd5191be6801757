/** The languages of the page. The first is that of whoever asks for none of them. */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(known => known === value)

/** What each is called by those who speak it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ru: 'Русский' }

/** Holds what a person has chosen, which counts for more than what the browser asks for. */
export const LANGUAGE_COOKIE = 'countersign-language'

/** The first language that a browser asks for and that there is. */
export function askedLanguage(acceptLanguage: string | null): Language {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', quality] = part.trim().split(/ *; *q=/)
      return { tag: tag.toLowerCase().split('-')[0], quality: Number(quality ?? 1) }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of asked) {
    const language = LANGUAGES.find(known => known === tag)
    if (language) return language
  }
  return LANGUAGES[0]
}
