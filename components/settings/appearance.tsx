'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Choice } from '@/components/ui/choice'
import { FIGURES_COOKIE, THEME_COOKIE, THEMES, type Theme } from '@/lib/client/page/theme'
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '@/lib/messages/languages'

/** How the page looks and speaks in this browser. Kept in cookies, so that the server renders every page so. */
export function Appearance(initial: { theme: Theme; drawsFigures: boolean }) {
  const t = useTranslations('settings.appearance')
  const router = useRouter()
  const locale = useLocale()
  const [theme, setTheme] = useState(initial.theme)
  const [drawsFigures, setDrawsFigures] = useState(initial.drawsFigures)
  const chooseTheme = (choice: Theme): void => {
    keep(THEME_COOKIE, choice)
    document.documentElement.dataset.theme = choice
    setTheme(choice)
  }
  const chooseLanguage = (choice: string): void => {
    keep(LANGUAGE_COOKIE, choice)
    router.refresh()
  }
  const chooseFigures = (choice: boolean): void => {
    keep(FIGURES_COOKIE, choice ? 'on' : 'off')
    setDrawsFigures(choice)
  }
  return (
    <section aria-labelledby="appearance" className="flex flex-col gap-3">
      <h2 id="appearance" className="font-semibold">
        {t('heading')}
      </h2>
      <div className="flex flex-wrap gap-x-16 gap-y-4">
        <fieldset>
          <legend className="text-quiet text-small">{t('theme')}</legend>
          {THEMES.map(one => (
            <Choice
              key={one}
              type="radio"
              name="theme"
              checked={theme === one}
              onChange={() => chooseTheme(one)}
            >
              {t(one)}
            </Choice>
          ))}
        </fieldset>
        <fieldset>
          <legend className="text-quiet text-small">{t('language')}</legend>
          {LANGUAGES.map(one => (
            <Choice
              key={one}
              type="radio"
              name="language"
              checked={locale === one}
              onChange={() => chooseLanguage(one)}
            >
              <span lang={one}>{LANGUAGE_NAMES[one]}</span>
            </Choice>
          ))}
        </fieldset>
      </div>
      <Choice
        type="checkbox"
        checked={drawsFigures}
        onChange={({ currentTarget }) => chooseFigures(currentTarget.checked)}
      >
        {t('figures')}
      </Choice>
    </section>
  )
}

const YEAR_S = 365 * 24 * 60 * 60

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}
