'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Choice } from '@/components/ui/choice'
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '@/lib/client/messages/languages'
import { FIGURES_COOKIE, THEME_COOKIE, THEMES, type Theme } from '@/lib/client/page/theme'

/** How the page looks and speaks in this browser. Kept in cookies, so that the server renders every page so. */
export function Appearance(initial: { theme: Theme; drawsFigures: boolean }) {
  const t = useTranslations('settings.appearance')
  const router = useRouter()
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
        <RadioSet
          name="theme"
          label={t('theme')}
          value={theme}
          options={THEMES.map(value => ({ value, label: t(value) }))}
          onValue={chooseTheme}
        />
        <RadioSet
          name="language"
          label={t('language')}
          value={useLocale()}
          options={LANGUAGES.map(value => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          onValue={chooseLanguage}
        />
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

type RadioProps<T extends string> = {
  name: string
  label: string
  value: string
  options: { value: T; label: ReactNode }[]
  onValue: (value: T) => void
}

const RadioSet = <T extends string>({ name, label, value, options, onValue }: RadioProps<T>) => (
  <fieldset>
    <legend className="text-quiet text-small">{label}</legend>
    {options.map(option => (
      <Choice
        key={option.value}
        type="radio"
        name={name}
        checked={value === option.value}
        onChange={() => onValue(option.value)}
      >
        {option.label}
      </Choice>
    ))}
  </fieldset>
)

const YEAR_S = 365 * 24 * 60 * 60

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}
