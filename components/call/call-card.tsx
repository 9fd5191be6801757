'use client'

import { memo, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import type { WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import { CallHead } from './call-head'
import { CallPreview } from './call-preview'
import { CallRemarks } from './call-remarks'
import { CardFoot, type CardMode } from './card-foot'
import { Correction } from './correction'
import { useDecidingHere } from './deciding'
import { SaidWhere } from './said-where'
import { showCard } from './show-card'
import { Signature } from './signature'
import type { RowLook } from './use-open-rows'

export type CallCardProps = {
  call: WaitingCall
  isCurrent: boolean
  /** Null where it stands alone and cannot be folded to a row. */
  look: RowLook | null
  onCurrent: (callId: string) => void
  onLook: (callId: string, look: RowLook) => void
}

/** One Call that waits for a person: what it would do, made from what is stored and from nothing else. */
export const CallCard = memo(function CallCard({ call, isCurrent, look, onCurrent, onLook }: CallCardProps) {
  const group = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<CardMode>('look')
  const { busy, isBack } = useDecidingHere()
  const isFull = look !== 'folded' || mode !== 'look'
  useEffect(() => {
    if (group.current && isBack(call.id)) showCard(group.current)
  }, [call.id, isBack])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      ref={group}
      role="group"
      aria-label={withVisibleEscapes(call.tool)}
      aria-current={isCurrent || undefined}
      aria-busy={busy.has(call.id) || undefined}
      tabIndex={-1}
      data-call={call.id}
      data-why={call.why}
      data-open={isFull}
      onFocus={() => onCurrent(call.id)}
      className="call-card"
    >
      <CallHead {...{ call, look }} onLook={wanted => onLook(call.id, wanted)} />
      {isFull && <CallBody key={look} {...{ call, mode }} isWhole={look === 'whole'} />}
      <CardFoot
        {...{ call, isCurrent, mode, setMode }}
        isBusy={busy.has(call.id)}
        onBack={() => group.current?.focus()}
      />
      <span data-end-of={call.id} className="-mt-2 block h-px" />
    </section>
  )
})

type BodyProps = { call: WaitingCall; mode: CardMode; isWhole: boolean }

function CallBody({ call, mode, isWhole }: BodyProps) {
  const t = useTranslations('call.remarks')
  const firstDigest = useRef(call.digest)
  const isChanged = call.why !== 'drifted' && call.digest !== firstDigest.current
  const isEditing = mode === 'edit' || mode === 'replace'
  return (
    <div className="call-body">
      <CallRemarks call={call} />
      {isChanged && <p className="remark">{t('changed')}</p>}
      {call.effective && <Correction before={call.proposed} after={call.effective} />}
      {!isEditing && (
        <CallPreview
          preview={call.preview}
          argumentsText={invocationOf(call).argumentsText}
          isWhole={isWhole}
        />
      )}
      <SaidWhere call={call} />
      <MaskedSecrets
        sessionId={call.sessionId}
        id={call.id}
        texts={[invocationOf(call).argumentsText, call.preview && JSON.stringify(call.preview)]}
      />
      {mode === 'look' && <Signature call={call} />}
    </div>
  )
}
