'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import type { WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import { RiskLine } from './risk-line'
import type { RowLook } from './use-open-rows'

type Props = {
  call: WaitingCall
  /** Null where there is nothing to open or fold. */
  look: RowLook | null
  onLook: (look: RowLook) => void
}

/** What a Call is in a line, with what is at stake; of a folded one, how much is folded. */
export function CallHead({ call, look, onLook }: Props) {
  const t = useTranslations('call.callHead')
  const tRemarks = useTranslations('call.remarks.short')
  const { why } = call
  const isFolded = look === 'folded'
  return (
    <>
      <header className="call-head">
        <h3 className="font-mono text-small font-semibold">
          <VisibleText isLine>{call.tool}</VisibleText>
        </h3>
        <p className="call-summary">
          <VisibleText>{call.preview?.summary ?? ''}</VisibleText>
        </p>
      </header>
      <div className="call-stakes">
        <RiskLine risk={call.risk} />
        {look && (
          <Button
            look="quiet"
            aria-expanded={!isFolded}
            onClick={() => onLook(isFolded ? 'whole' : 'folded')}
          >
            {isFolded ? t('showAll', { count: invocationOf(call).argumentsText.length }) : t('fold')}
          </Button>
        )}
      </div>
      {isFolded && why !== 'policy' && <p className="remark">{tRemarks(why)}</p>}
    </>
  )
}
