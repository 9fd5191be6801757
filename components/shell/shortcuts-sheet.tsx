import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { SheetDialog } from '@/components/ui/sheet-dialog'

/** The keys of what can be done, by its name. */
export const SHORTCUTS = {
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
    ['markSeen', ['v']],
    ['toMessage', ['m']],
  ],
  writing: [
    ['send', ['Enter']],
    ['newLine', ['Shift', 'Enter']],
    ['toCall', ['Esc']],
    ['commands', ['/']],
    ['files', ['@']],
    ['recall', ['↑']],
  ],
} as const

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.shortcutsSheet')
  return (
    <SheetDialog label={t('heading')} variant="list" onClose={onClose}>
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold text-title">{t('heading')}</h2>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      {(['everywhere', 'waiting', 'writing'] as const).map(part => (
        <section key={part}>
          <h3 className="pt-4 pb-1 font-semibold">{t(part)}</h3>
          <dl>
            {SHORTCUTS[part].map(([name, keys]) => (
              <div key={name} className="flex justify-between gap-4 border-hairline border-b py-1">
                <dt>{t(`what.${name}`)}</dt>
                <dd className="flex items-start gap-1">
                  {keys.map(key => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="pt-4 text-small text-quiet">{t('arming')}</p>
    </SheetDialog>
  )
}
