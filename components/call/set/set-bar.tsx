'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { SET_BAR } from '@/components/ui/further-looks'
import { Key } from '@/components/ui/kbd'
import { isRead } from '@/lib/client/decisions/read-groups'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { FormSlot } from '../card-foot'
import { DecisionButton } from '../decision-button'
import { DenyForm } from '../forms/text-form'
import { ReviewButton } from '../review/review-place'
import { useDecidingHere } from './deciding'
import { type DecideAllOptions, useDecideAll } from './use-decide-all'

/** Decides about all waiting Calls of a set at once. */
export function SetBar({ setId, calls, onProblem }: DecideAllOptions & { setId: string }) {
  const t = useTranslations('call.setBar')
  const { mayDecide } = useDecidingHere()
  const { unread, isBusy, version, ...act } = useDecideAll({ calls, onProblem })
  const [isDenying, setDenying] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const leave = (): void => {
    flushSync(() => setDenying(false))
    opener.current?.focus()
  }
  const isMany = calls.length > 1
  const isSeveral = isMany && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  if (!mayDecide || (!isMany && !isReads && !isDenying)) return null
  return (
    <div data-set-id={setId} className={SET_BAR}>
      {isDenying ? (
        <DenyAllForm calls={calls} isBusy={isBusy} onDeny={act.deny} onLeave={leave} />
      ) : (
        <>
          {isSeveral && (
            <Button ref={opener} off={isBusy} onClick={() => setDenying(true)}>
              {t('denyAll')}
            </Button>
          )}
          {isMany && <ReviewButton setId={setId} />}
          {isReads && <AllowReads version={version} off={isBusy || unread > 0} onClick={act.allowReads} />}
          {isSeveral && (
            <DecisionButton
              off={isBusy}
              version={version}
              className="ml-auto"
              aria-keyshortcuts="a"
              data-unread={unread || undefined}
              onClick={act.approve}
            >
              {t('approveAll', { count: calls.length, unread: String(unread) })} <Key>a</Key>
            </DecisionButton>
          )}
        </>
      )}
    </div>
  )
}

type DenyAllProps = Pick<DecideAllOptions, 'calls'> & {
  isBusy: boolean
  onDeny: ReturnType<typeof useDecideAll>['deny']
  onLeave: () => void
}

/** One reason for all of them. */
export function DenyAllForm({ calls: [first], isBusy, onDeny, onLeave }: DenyAllProps) {
  const t = useTranslations('call.setBar')
  if (!first) return null
  return (
    <div className="grow">
      <FormSlot onLeave={onLeave}>
        <DenyForm
          call={first}
          send={t('denyAll')}
          isBusy={isBusy}
          onSend={text => onDeny(text.trim())}
          onCancel={onLeave}
        />
      </FormSlot>
    </div>
  )
}

type AllowProps = { version: string; off: boolean; className?: string; onClick: () => void }

/** Approves reads, and lets further ones of the session run without asking. */
export const AllowReads = (props: AllowProps) => (
  <DecisionButton {...props} variant="link">
    {useTranslations('call.setBar')('reads')}
  </DecisionButton>
)
