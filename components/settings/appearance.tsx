'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Choice } from '@/components/ui/choice'
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '@/lib/client/messages/languages'
import { THEME_COOKIE, THEMES, type Theme } from '@/lib/client/page/theme'

/** How the page looks and speaks in this browser. Kept in cookies, so that the server renders every page so. */
export function Appearance({ initial }: { initial: Theme }) {
  const t = useTranslations('settings.appearance')
  const router = useRouter()
  const [theme, setTheme] = useState(initial)
  const chooseTheme = (choice: Theme): void => {
    keep(THEME_COOKIE, choice)
    document.documentElement.dataset.theme = choice
    setTheme(choice)
  }
  const chooseLanguage = (choice: string): void => {
    keep(LANGUAGE_COOKIE, choice)
    router.refresh()
  }
  const language = useLocale()
  return (
    <section aria-labelledby="appearance" className="flex flex-col gap-3">
      <h2 id="appearance" className="font-semibold">
        {t('heading')}
      </h2>
      <div className="flex flex-wrap gap-x-16 gap-y-4">
        <fieldset>
          <legend className="text-quiet text-small">{t('theme')}</legend>
          {THEMES.map(choice => (
            <Choice
              key={choice}
              type="radio"
              name="theme"
              checked={theme === choice}
              onChange={() => chooseTheme(choice)}
            >
              {t(choice)}
            </Choice>
          ))}
        </fieldset>
        <fieldset>
          <legend className="text-quiet text-small">{t('language')}</legend>
          {LANGUAGES.map(choice => (
            <Choice
              key={choice}
              type="radio"
              name="language"
              checked={language === choice}
              onChange={() => chooseLanguage(choice)}
            >
              <span lang={choice}>{LANGUAGE_NAMES[choice]}</span>
            </Choice>
          ))}
        </fieldset>
      </div>
    </section>
  )
}

const YEAR_S = 365 * 24 * 60 * 60

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}
