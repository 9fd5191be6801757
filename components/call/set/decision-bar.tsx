import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import { type DecisionForm, formRequest, keyRefusal } from '@/lib/client/decisions/key-command'
import { loadPart } from '@/lib/client/page/load-part'
import { useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isByPerson } from '@/lib/domain/call/call-state'
import { DecisionButton, useSteady } from '../decision-button'
import { isPlan } from '../preview/step-list'
import { sightOf } from './use-seen-calls'

type Props = {
  call: WaitingCall
  /** Whether all of it has been on screen. */
  isSeen: boolean
  isWanted: boolean
  isBusy: boolean
  onApprove: () => void
  onForm: (form: DecisionForm) => void
}

/** What opens from it stands over what follows. In a low window only the verbs of the Call in hand stay over what has to be read. */
export const BAR_FOOT = 'has-[[role=menu]]:z-10 bg-surface current:sticky current:bottom-0 low:contents'

/**
 * The same buttons in the same places: Deny left, Approve right, what changes the Call between them. Denying works at
 * once; approving only after the card has been there for a moment, and has been read or that was waived.
 */
export function DecisionBar({ call, isSeen, isWanted, isBusy, onApprove, onForm }: Props) {
  const t = useTranslations('call.verbs')
  const version = sightOf(call)
  const isStart = isPlan(call.preview) && call.reason?.by.id === 'plan'
  const { why, hint } = useUnreadHint({ callId: call.id, version, isSeen, isBusy, onWaive: onApprove })
  return (
    <div className={BAR_FOOT}>
      {hint}
      <VerbBar className={SMALL}>
        <Button off={isBusy} data-form="deny" aria-keyshortcuts="n" onClick={() => onForm('deny')}>
          {t('deny')} <Key>n</Key>
        </Button>
        <div className="flex flex-1 items-center gap-0.5">
          <Button
            off={isBusy}
            variant="verb"
            data-form="edit"
            aria-keyshortcuts="e"
            onClick={() => onForm('edit')}
          >
            {t('edit')} <Key>e</Key>
          </Button>
          <More call={call} isBusy={isBusy} onForm={onForm} />
        </div>
        <DecisionButton
          variant={isWanted ? 'wanted' : 'plain'}
          // Longer words take a row of their own there.
          className={isStart ? 'max-phone:grow' : ''}
          off={isBusy || !isSeen}
          version={version}
          aria-describedby={why}
          aria-keyshortcuts="y"
          onClick={onApprove}
        >
          {t(isStart ? 'approvePlan' : 'approve')} <Key>y</Key>
        </DecisionButton>
      </VerbBar>
    </div>
  )
}

/** All verbs stand in one row, in every language. */
const SMALL = 'max-[24rem]:-mx-2 max-phone:gap-1 max-phone:text-small max-phone:[&_button]:px-1'

const loadMenu = () => loadPart(() => import('@/components/ui/menu'))
const OpenMenu = lazy(async () => ({ default: (await loadMenu()).OpenMenu }))
const MenuItem = lazy(async () => ({ default: (await loadMenu()).MenuItem }))

/** If that fails, it is loaded when it opens. */
const preload = (): void => void loadMenu().catch(() => undefined)

/** What is seldom wanted, in a menu, with its key. */
const FURTHER = [
  ['replace', 'r'],
  ['answer', undefined],
  ['always', undefined],
] as const

/** Its forms, when they are closed, give the focus back to the button. No rule is made of what the reader asked for. */
function More({ call, isBusy, onForm }: Pick<Props, 'call' | 'isBusy' | 'onForm'>) {
  const t = useTranslations('call.verbs')
  const { id: callId } = call
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const request = useObservable(formRequest)
  const open = useEffectEvent(onForm)
  useEffect(() => {
    // The page of a session that is being left is still there.
    if (request?.callId !== callId || isBusy || !opener.current?.checkVisibility()) return
    formRequest.set(null)
    open(request.form)
  }, [request, callId, isBusy])
  return (
    <span className="relative">
      <Button
        ref={opener}
        off={isBusy}
        variant="verb"
        data-form={FURTHER.map(([form]) => form).join(' ')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!isOpen)}
      >
        {t('more')}
      </Button>
      {isOpen && (
        <Suspense>
          <OpenMenu label={t('more')} side="top" opener={opener} onClose={() => setOpen(false)}>
            {FURTHER.filter(([form]) => form !== 'always' || !isByPerson(call)).map(([form, key]) => (
              <MenuItem key={form} shortcut={key} onChoose={() => onForm(form)}>
                <span className="grow">{t(form)}</span> {key && <Key>{key}</Key>}
              </MenuItem>
            ))}
          </OpenMenu>
        </Suspense>
      )}
    </span>
  )
}

type UnreadOptions = {
  callId?: string
  version: string
  isSeen: boolean
  isBusy?: boolean
  /** Approves what is not seen, where that is possible. */
  onWaive?: () => void
  verb?: 'approve' | 'retry'
}

/** Why a Call cannot be approved yet, with an id, or why a key did nothing; and the way out for whoever does not read on. */
export function useUnreadHint({ callId, version, isSeen, isBusy, onWaive, verb = 'approve' }: UnreadOptions) {
  const t = useTranslations('call.unread')
  const id = useId()
  const refusal = useObservable(keyRefusal)
  // In the first moment all of it may still come on screen.
  const isUnread = useSteady(version).isSteady && !isSeen
  // What is unread of its set is said beside the button for all of that.
  const answer = refusal && refusal.callId === callId && refusal.why !== 'unreadSet' ? refusal.why : null
  const why = answer ?? (isUnread ? 'unread' : null)
  const hint = why && (
    <div className="flex shrink-0 grow basis-full flex-wrap items-center justify-between gap-x-3 text-quiet text-small">
      <p id={id} role={answer ? 'status' : undefined}>
        {t(why)}
      </p>
      {isUnread && onWaive && (
        <DecisionButton variant="link" off={isBusy} version={version} onClick={onWaive}>
          {t(verb)}
        </DecisionButton>
      )}
    </div>
  )
  return { why: isUnread ? id : undefined, hint }
}

const BAR =
  'flex flex-wrap items-center gap-2 bg-surface max-phone:justify-between max-phone:[&>button]:min-w-1/4 max-phone:[&>button]:px-2'

/** The bar of the Call in hand never leaves the screen, unless that leaves no room for what it is about. */
const STUCK = 'has-[[role=menu]]:z-10 current:sticky current:bottom-0 max-phone:low:static'

/** The buttons that decide about a Call, or that submit a form. */
export const VerbBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`${BAR} ${STUCK} pt-2 pb-3 ${className}`}>{children}</div>
)
