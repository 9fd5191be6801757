'use client'

import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import { mayApprove } from '@/lib/client/decisions/seen-rule'
import { useArmed, useShownAWhile } from '@/lib/client/decisions/steady-press'

/** A decision that needs a form. */
export type DecisionForm = 'deny' | 'edit' | 'replace' | 'answer' | 'always'

type Props = {
  /** What is on screen of the Call: approving is off for a moment when it changes. */
  version: string
  /** Whether all of it has been on screen. */
  isSeen: boolean
  isFolded: boolean
  isWanted: boolean
  isBusy: boolean
  onApprove: () => void
  onForm: (form: DecisionForm) => void
}

/** In a low window only the verbs of the Call in hand stay over what has to be read. */
export const BAR_FOOT = 'bg-surface current:sticky current:bottom-0 aside:static low:contents'

/**
 * The same buttons in the same places: Deny left, Approve right, what changes the Call between them. Denying works at
 * once; approving only after the card has been there for a moment, and has been read or that was waived.
 */
export function DecisionBar({ version, isSeen, isFolded, isWanted, isBusy, onApprove, onForm }: Props) {
  const t = useTranslations('call.verbs')
  const isArmed = useArmed(version)
  const { why, hint } = useUnreadHint({ version, isSeen, isFolded, isBusy, onWaive: onApprove })
  return (
    <div className={BAR_FOOT}>
      {hint}
      <VerbBar isFolded={isFolded}>
        <Button off={isBusy} data-form="deny" aria-keyshortcuts="n" onClick={() => onForm('deny')}>
          {t('deny')} <Key>n</Key>
        </Button>
        <Changes {...{ isBusy, onForm }} />
        <Button
          look={isWanted ? 'wanted' : 'plain'}
          off={!mayApprove({ isArmed, isBusy, isWhole: isSeen })}
          target={version}
          aria-describedby={why}
          aria-keyshortcuts="y"
          onClick={onApprove}
        >
          {t('approve')} <Key>y</Key>
        </Button>
      </VerbBar>
    </div>
  )
}

/** Between the other two, or in a row above them on a phone. */
const CHANGES =
  'flex flex-1 flex-wrap items-center gap-0.5 max-phone:-order-1 max-phone:-mx-2 max-phone:basis-full max-phone:justify-between max-phone:gap-0'

const FORMS = [
  ['edit', 'e'],
  ['replace', 'r'],
  ['answer', undefined],
  ['always', undefined],
] as const

function Changes({ isBusy, onForm }: Pick<Props, 'isBusy' | 'onForm'>) {
  const t = useTranslations('call.verbs')
  return (
    <div className={CHANGES}>
      {FORMS.map(([form, key]) => (
        <Button
          key={form}
          off={isBusy}
          look="verb"
          data-form={form}
          aria-keyshortcuts={key}
          onClick={() => onForm(form)}
        >
          {t(form)} {key && <Key>{key}</Key>}
        </Button>
      ))}
    </div>
  )
}

type UnreadOptions = Pick<Props, 'version' | 'isSeen' | 'isFolded' | 'isBusy'> & Waiver

/** The hint for a bar whose Call has not been read, and its id as long as there is one. */
export function useUnreadHint({ version, isSeen, isFolded, ...waiver }: UnreadOptions) {
  const t = useTranslations('call.verbs')
  const id = useId()
  // In the first moment all of it may still come on screen.
  const isUnread = useShownAWhile(version) && !isSeen
  const folded = (
    <span id={id} className="sr-only">
      {t('folded')}
    </span>
  )
  const hint = isFolded ? folded : <UnreadHint {...{ id, version, ...waiver }} />
  return { why: isUnread ? id : undefined, hint: isUnread && hint }
}

type Waiver = {
  isBusy?: boolean
  /** Approves without reading on, where that is possible. */
  onWaive?: () => void
  /** What it would be without reading on. */
  verb?: 'approve' | 'retry'
}

type UnreadProps = Waiver & {
  id: string
  /** What is on screen of the Call. */
  version: string
}

/** Why a Call cannot be approved yet, and the way out for whoever does not want to read all of it. */
export function UnreadHint({ id, version, isBusy = false, onWaive, verb = 'approve' }: UnreadProps) {
  const t = useTranslations('call.unread')
  const isArmed = useArmed(`unread ${version}`)
  const off = !mayApprove({ isArmed, isBusy, isWhole: false, isWaiver: true })
  return (
    <div className="flex shrink-0 grow basis-full flex-wrap items-center justify-between gap-x-3 text-quiet text-small">
      <p id={id}>{t('why')}</p>
      {onWaive && (
        <Button look="link" off={off} target={`unread ${version}`} onClick={onWaive}>
          {t(verb)}
        </Button>
      )}
    </div>
  )
}

const BAR =
  'flex flex-wrap items-center gap-2 bg-surface max-phone:justify-between max-phone:[&>button]:min-w-24'

/** The bar of the Call in hand never leaves the screen, unless the dock is the page. */
const STUCK = 'current:sticky current:bottom-0 aside:static cramped:static'

/** A folded Call has less room, and a mouse needs less. */
const FOLDED = 'pb-2 mouse:[&_button]:min-h-7.5 mouse:[&_button]:text-[0.875rem]'

type VerbBarProps = { isFolded?: boolean; className?: string; children: ReactNode }

/** The buttons that decide about a Call, or that submit a form. */
export const VerbBar = ({ isFolded = false, className = '', children }: VerbBarProps) => (
  <div className={`${BAR} ${STUCK} ${isFolded ? FOLDED : 'pt-2 pb-3'} ${className}`}>{children}</div>
)
