'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'

/** Keys that are pressed together, one after the other, or for each other, and what they do. */
const SHORTCUTS = {
  everywhere: [
    ['palette', ['Ctrl', 'K']],
    ['shortcuts', ['?']],
    ['sessions', ['/']],
    ['inbox', ['g', 'i']],
    ['history', ['g', 'h']],
    ['memory', ['g', 'm']],
  ],
  waiting: [
    ['approve', ['y']],
    ['deny', ['n']],
    ['edit', ['e']],
    ['replace', ['r']],
    ['approveAll', ['a']],
    ['next', ['j']],
    ['previous', ['k']],
  ],
  writing: [
    ['send', ['Enter']],
    ['newLine', ['Shift', 'Enter']],
    ['commands', ['/']],
  ],
} as const

/** Every key that does something, and when. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.shortcutsSheet')
  return (
    <SheetDialog label={t('heading')} className="shortcuts" onClose={onClose}>
      <h2 className="font-semibold text-title">{t('heading')}</h2>
      {(['everywhere', 'waiting', 'writing'] as const).map(part => (
        <section key={part}>
          <h3 className="pt-4 pb-1 font-semibold">{t(part)}</h3>
          <dl>
            {SHORTCUTS[part].map(([name, keys]) => (
              <div key={name} className="shortcut">
                <dt>{t(`what.${name}`)}</dt>
                <dd>
                  {keys.map(key => (
                    <kbd key={key} className="shortcut-key">
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="py-4 text-small text-quiet">{t('arming')}</p>
      <Button onClick={onClose}>{t('close')}</Button>
    </SheetDialog>
  )
}
