'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '@/lib/client/words/languages'

const YEAR_S = 365 * 24 * 60 * 60

/** The language of the page, kept in a cookie so that the first byte of every page is in it. */
export function LanguageChoice() {
  const t = useTranslations('desk.languageChoice')
  const router = useRouter()
  const choose = (language: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=lax`
    router.refresh()
  }
  return (
    <label className="language-choice">
      <span className="sr-only">{t('language')}</span>
      <select value={useLocale()} onChange={event => choose(event.target.value)}>
        {LANGUAGES.map(language => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
