'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { CallSet, WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import { CallPreview } from './call-preview'
import { CallRemarks } from './call-remarks'
import { CardFoot, type CardMode } from './card-foot'
import { useDecidingHere } from './deciding'
import { RiskLine } from './risk-line'
import { Signature } from './signature'

type Props = { call: WaitingCall; set: CallSet; isCurrent: boolean; onCurrent: () => void }

/** One Call that waits for a person: what it would do, made from what is stored and from nothing else. */
export function CallCard({ call, set, isCurrent, onCurrent }: Props) {
  const t = useTranslations('call.remarks')
  const group = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<CardMode>('look')
  const firstDigest = useRef(call.digest)
  const isBusy = useDecidingHere().busy.has(call.id)
  const isChanged = call.why !== 'drifted' && call.digest !== firstDigest.current
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      ref={group}
      role="group"
      aria-label={call.tool}
      aria-current={isCurrent || undefined}
      aria-busy={isBusy || undefined}
      tabIndex={-1}
      data-call={call.id}
      onFocus={onCurrent}
      className="call-card"
    >
      <CardHead call={call} />
      {isChanged && <p className="remark">{t('changed')}</p>}
      {mode !== 'edit' && (
        <CallPreview preview={call.preview} argumentsText={invocationOf(call).argumentsText} />
      )}
      <Signature call={call} />
      <CardFoot {...{ call, set, isCurrent, isBusy, mode, setMode }} onBack={() => group.current?.focus()} />
      <span data-end-of={call.id} className="-mt-2 block h-px" />
    </section>
  )
}

const CardHead = ({ call }: { call: WaitingCall }) => (
  <>
    <header className="flex flex-wrap items-baseline gap-x-3">
      <h3 className="font-mono text-small font-semibold">
        <VisibleText>{call.tool}</VisibleText>
      </h3>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <VisibleText>{call.preview?.summary ?? ''}</VisibleText>
      </p>
    </header>
    <RiskLine risk={call.risk} />
    <CallRemarks call={call} />
  </>
)
