import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { useSessionRules } from '@/lib/client/queries/use-session-rules'
import type { Run } from '@/lib/domain/run/run'
import { type ChipName, chipOf, type SettingChoice } from './setting-choices'

const StopButton = lazyPart(async () => (await import('./stop-button')).StopButton)
const SettingMenus = lazyPart(async () => (await import('./setting-menus')).SettingMenus)

/** `isRunning`: whether a message reaches a run, so that there is a choice when. */
type ChipProps = SettingChoice & { isRunning: boolean }

/** On the lower edge of the message box, pushed sideways where they find no room. */
const ROW = 'flex min-w-0 flex-1 overflow-x-auto folded:max-w-2/5 folded:flex-none max-phone:folded:hidden'

/** What a message will be worked on with. Each button is described by what is set, and opens a menu that is loaded by then. */
function SettingChips({ isRunning, ...choice }: ChipProps) {
  const t = useTranslations('session.chips')
  const id = useId()
  const [open, setOpen] = useState<ChipName | null>(null)
  const [isNear, setNear] = useState(false)
  const approach = (): void => setNear(true)
  const { model, thinking, workspace, ...settings } = choice.settings
  const count = useSessionRules(choice.sessionId).length
  const mode = t(`value.${settings.mode}`)
  const values = {
    model: [model.replace(/^[^:]*:/, ''), thinking === 'default' ? '' : t(`value.${thinking}`), workspace]
      .filter(Boolean)
      .join(' · '),
    // In mode `full` they change nothing.
    mode: count > 0 && settings.mode !== 'full' ? t('rules.beside', { mode, count }) : mode,
    delivery: isRunning && t(`value.${choice.delivery}`),
  }
  return (
    <>
      <div className={ROW}>
        {(['model', 'mode', 'delivery'] as const).map(
          name =>
            values[name] && (
              <Button
                key={name}
                variant="bare"
                className={`relative flex-none focus-visible:-outline-offset-2 ${name === 'delivery' ? 'folded:hidden' : ''}`}
                aria-describedby={id + name}
                aria-haspopup="menu"
                aria-expanded={open !== null && chipOf(open) === name}
                onPointerEnter={approach}
                onFocus={approach}
                onClick={() => setOpen(open === null ? name : null)}
              >
                <span className="sr-only">{t(name)}</span>
                <span id={id + name} aria-hidden="true" className="max-w-60 truncate">
                  <VisibleText isLine>{values[name]}</VisibleText>
                </span>
                <span aria-hidden="true">▾</span>
              </Button>
            ),
        )}
      </div>
      {(isNear || open) && <SettingMenus choice={choice} id={id} open={open} onOpen={setOpen} />}
    </>
  )
}

/** The id of the hint below the message box. */
export const HINT_ID = 'message-hint'

type Props = SettingChoice & {
  run?: Run | undefined
  isEmpty: boolean
  /** Whether nothing can be sent. */
  isOff: boolean
  onAttach: () => void
}

/** The lower edge of the message box: what goes with a message, and the one button that sends it or stops the run. */
export function BoxEdge({ run, isEmpty, isOff, onAttach, ...choice }: Props) {
  const t = useTranslations('session.messageBox')
  return (
    <>
      <Button variant="bare" shape="round" aria-label={t('attach')} onClick={onAttach}>
        <span aria-hidden="true">+</span>
      </Button>
      <SettingChips {...choice} isRunning={run !== undefined} />
      {run && <StopButton run={run} isBeside={!isEmpty} />}
      {(!run || !isEmpty) && (
        <Button
          type="submit"
          variant="main"
          shape="round"
          className="order-2"
          aria-label={t('send')}
          aria-describedby={HINT_ID}
          off={isOff}
        >
          <span aria-hidden="true">↑</span>
        </Button>
      )}
    </>
  )
}
