'use client'

import { useTranslations } from 'use-intl'
import { ServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { REMARK } from '@/components/ui/looks'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import { isElicitation } from '@/lib/domain/call/elicitation'
import type { Risk, RiskLevel } from '@/lib/domain/call/tool'
import { CallSummary } from './question'

/** How much of a Call is shown. `whole`: with nothing folded, because somebody asked for all of it. */
export type RowLook = 'folded' | 'open' | 'whole'

type Props = {
  call: WaitingCall
  /** Null where there is nothing to unfold. */
  look: RowLook | null
  onLook: (look: RowLook) => void
}

/** What tells it from other Calls of its tool. */
export const summaryId = ({ id }: WaitingCall): string => `summary-${id}`

/** A Call in a line, with its risk, and the button that unfolds it. */
export function CallHead({ call, look, onLook }: Props) {
  const t = useTranslations('call.callHead')
  const tRemarks = useTranslations('call.remarks.short')
  const { why } = call
  const isFolded = look === 'folded'
  return (
    <>
      <header data-part="head" className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-mono text-small font-semibold">
          <VisibleText isLine>{call.tool}</VisibleText>
        </h3>
        <p id={summaryId(call)} className="min-w-[min(12.5rem,100%)] grow basis-0 wrap-anywhere">
          <CallSummary call={call} />
        </p>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {isElicitation(call) ? <span /> : <RiskLine risk={call.risk} />}
        {look && (
          <Button
            look="quiet"
            className="-mr-1.5"
            aria-expanded={!isFolded}
            onClick={() => onLook(isFolded ? 'whole' : 'folded')}
          >
            {isFolded ? t('showAll', { count: invocationOf(call).argumentsText.length }) : t('fold')}
          </Button>
        )}
      </div>
      {isFolded && why !== 'policy' && <p className={REMARK}>{tRemarks(why)}</p>}
    </>
  )
}

const SIGNS: Record<RiskLevel, string> = { low: '○', medium: '◐', high: '●' }

/** The risk and its reasons, computed from what would run. */
export function RiskLine({ risk }: { risk: Risk }) {
  const t = useTranslations('call.risk')
  return (
    <p className="text-small text-quiet">
      <span className={risk.level === 'high' ? 'font-semibold text-ink' : ''}>
        <span aria-hidden="true">{SIGNS[risk.level]} </span>
        {t(risk.level)}
      </span>
      {risk.reasons.map((reason, at) => (
        <span key={reason} className={risk.level === 'high' ? 'text-ink' : ''}>
          {' · '}
          <ServerWords words={risk.words?.[at]} english={reason} />
        </span>
      ))}
    </p>
  )
}
