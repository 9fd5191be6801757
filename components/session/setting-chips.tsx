'use client'

import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Button } from '@/components/ui/button'
import { useSessionRules } from '@/lib/client/queries/use-session-rules'
import type { ChipName, SettingChoice } from './setting-choices'

const SettingMenus = lazyPart(async () => (await import('./setting-menus')).SettingMenus)

type Props = SettingChoice & {
  /** Whether a message reaches a run, so that there is a choice when. */
  isRunning?: boolean
  beside?: ReactNode
  /** What stands before them. */
  children: ReactNode
}

/** In a row that may be pushed sideways, an outline would be cut off. */
export const CHIP = 'relative flex-none touch:min-h-11 focus-visible:-outline-offset-2'

const CHIPS = ['model', 'mode', 'thinking', 'folder'] as const satisfies ChipName[]

/** Below the field. On a phone before the buttons, in a low window beside the field, and pushed sideways in both. */
const ROW =
  'flex min-w-0 basis-full flex-wrap gap-1.5 overflow-x-auto max-phone:-order-1 max-phone:flex-nowrap upright:flex-1 beside:-order-1 beside:flex-nowrap beside:basis-1/4'

/** What a message will be worked on with. Each button is described by what is set, and opens a menu that is loaded by then. */
export function SettingChips({ isRunning, beside, children, ...choice }: Props) {
  const t = useTranslations('session.chips')
  const id = useId()
  const [open, setOpen] = useState<ChipName | null>(null)
  const [isNear, setNear] = useState(false)
  const approach = (): void => setNear(true)
  const { settings, delivery, sessionId } = choice
  const count = useSessionRules(sessionId).rules.length
  const mode = t(`value.${settings.mode}`)
  const values = {
    model: settings.model.replace(/^[^:]*:/, ''),
    // In mode `full` they change nothing.
    mode: count > 0 && settings.mode !== 'full' ? t('rules.beside', { mode, count }) : mode,
    thinking: t(`value.${settings.thinking}`),
    folder: settings.workspace || t('value.root'),
    delivery: t(`value.${delivery}`),
  }
  const propsOf = (name: ChipName) => ({
    'aria-describedby': id + name,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open === name,
    onPointerEnter: approach,
    onFocus: approach,
    onClick: () => setOpen(open === name ? null : name),
  })
  return (
    <>
      {isRunning && (
        <Button variant="faint" shape="composer" className="relative" {...propsOf('delivery')}>
          <span className="sr-only">{t('delivery')}</span>
          <span id={`${id}delivery`} className="max-phone:sr-only">
            {values.delivery}
          </span>
          <span aria-hidden="true" className="text-quiet">
            ▾
          </span>
        </Button>
      )}
      {beside}
      <div className={ROW}>
        {children}
        {CHIPS.map(name => (
          <Button key={name} variant="faint" className={CHIP} {...propsOf(name)}>
            {t(name)}
            <span id={id + name} aria-hidden="true" className="max-w-40 truncate text-ink">
              {values[name]}
            </span>
          </Button>
        ))}
      </div>
      {(isNear || open) && <SettingMenus choice={choice} id={id} open={open} onOpen={setOpen} />}
    </>
  )
}
