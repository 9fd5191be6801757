'use client'

import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { ChipName, SettingChoice } from './setting-menus'

type Props = Omit<SettingChoice, 'onFault' | 'onSettings'> & {
  onSettings?: SettingChoice['onSettings']
  /** Whether a message reaches a run, so that there is a choice when. */
  isRunning?: boolean
  /** What stands before them. */
  children: ReactNode
}

const CHIPS = ['model', 'mode', 'thinking', 'folder', 'delivery'] as const satisfies ChipName[]

/** Below the field. On a phone before the buttons, in a low window before the field, and pushed sideways in both. */
const ROW =
  'flex basis-full flex-wrap gap-1.5 max-phone:-order-1 max-phone:min-w-0 max-phone:flex-nowrap max-phone:overflow-x-auto max-phone:not-low:flex-1 low:-order-1 low:min-w-0 low:flex-nowrap low:overflow-x-auto low:basis-1/4 [scrollbar-width:none]'

/** What a message will be worked on with. Each button shows what is set, and opens a menu that is loaded by then. */
export function SettingChips({ isRunning, onSettings, children, ...props }: Props) {
  const t = useTranslations('session.chips')
  const id = useId()
  const [open, setOpen] = useState<ChipName | null>(null)
  const [fault, onFault] = useState<Error | 'menus' | null>(null)
  const [menus, setMenus] = useState<typeof import('./setting-menus') | null>(null)
  const load = (onFailure?: () => void): void => {
    if (!menus) import('./setting-menus').then(setMenus, onFailure ?? (() => undefined))
  }
  const choice = { ...props, onSettings, onFault }
  const { settings, delivery } = choice
  const values: Record<ChipName, string> = {
    model: settings.model.replace(/^[^:]*:/, ''),
    mode: t(`value.${settings.mode}`),
    thinking: t(`value.${settings.thinking}`),
    folder: settings.workspace || t('value.root'),
    delivery: t(`value.${delivery}`),
  }
  return (
    <>
      <div className={ROW}>
        {children}
        {CHIPS.slice(0, isRunning ? 5 : 4).map(name => (
          <span key={name} className="relative flex-none">
            <Button
              look="faint"
              className="touch:min-h-11"
              aria-labelledby={`${id}${name}`}
              aria-describedby={`${id}${name}=`}
              aria-haspopup="menu"
              aria-expanded={open === name}
              onPointerEnter={() => load()}
              onFocus={() => load()}
              onClick={() => {
                setOpen(open === name ? null : name)
                load(() => onFault('menus'))
              }}
            >
              <span id={`${id}${name}`} className="text-quiet">
                {t(name)}
              </span>
              <span id={`${id}${name}=`} className="max-w-40 truncate text-ink">
                {values[name]}
              </span>
            </Button>
            {menus && (
              <menus.SettingMenu
                {...{ name, choice }}
                labelId={`${id}${name}`}
                isOpen={open === name}
                onOpen={isOpen => setOpen(isOpen ? name : null)}
              />
            )}
          </span>
        ))}
      </div>
      {fault && (
        <Alert className="basis-full">
          {fault === 'menus' ? t('broken') : <ProblemText error={fault} />}
        </Alert>
      )}
    </>
  )
}
