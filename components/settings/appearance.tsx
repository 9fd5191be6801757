import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListSection } from '@/components/list/list-page'
import { Choice, Radios } from '@/components/ui/choice'
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
    <ListSection id="appearance" heading={t('heading')}>
      <div className="flex flex-wrap gap-x-16 gap-y-4">
        <Radios
          label={t('theme')}
          value={theme}
          options={THEMES.map(one => [one, t(one)] as const)}
          onValue={chooseTheme}
        />
        <Radios
          label={t('language')}
          value={locale}
          options={LANGUAGES.map(one => [
            one,
            <span key={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </span>,
          ])}
          onValue={chooseLanguage}
        />
      </div>
      <Choice checked={drawsFigures} onValue={chooseFigures}>
        {t('figures')}
      </Choice>
    </ListSection>
  )
}

const YEAR_S = 365 * 24 * 60 * 60

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}
