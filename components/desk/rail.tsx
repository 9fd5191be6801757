'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { DeskLinks } from './desk-links'
import { LanguageChoice } from './language-choice'
import { NotifyButton } from './notify-button'

/** What is beside the work: the sessions, the ways elsewhere. Where there is little room it is a sheet. */
export function Rail({ children }: { children: ReactNode }) {
  const t = useTranslations('desk.rail')
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone elsewhere is done with the sheet
  useEffect(() => document.getElementById('sessions')?.hidePopover(), [path])
  return (
    <div id="sessions" popover="auto" className="rail">
      <header className="px-2 font-semibold">{t('product')}</header>
      {children}
      <DeskLinks />
      <footer className="rail-foot">
        <NotifyButton />
        <p className="rail-keys">
          {t.rich('keys', { key: key => <kbd className="shortcut-key">{key}</kbd> })}
        </p>
        <LanguageChoice />
      </footer>
    </div>
  )
}
