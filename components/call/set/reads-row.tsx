import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import type { WaitingCall } from '@/lib/domain/call/call'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { CARD, CURRENT } from '../call-card'
import { CallSummary, RowNumber, RowRisk, summaryId } from '../call-head'
import { DecisionButton } from '../decision-button'
import { goToCall, splitReads } from './call-focus'
import { useDecidingHere } from './deciding'
import { useUnreadHint, VerbBar } from './decision-bar'
import { AllowReads, useDecideAll } from './use-decide-all'
import { sightOf } from './use-seen-calls'

type Props = {
  calls: WaitingCall[]
  /** Its place among several; null where it is the only row. */
  number: number | null
  isCurrent: boolean
}

/** Reads that follow each other, decided together: each is a line that says all of it. */
export function ReadsRow({ calls, number, isCurrent }: Props) {
  const t = useTranslations('call.readsRow')
  const tVerbs = useTranslations('call.verbs')
  const tHead = useTranslations('call.callHead')
  const { mayDecide } = useDecidingHere()
  const { unread, isBusy, version, problem, denial, opener, ...act } = useDecideAll(calls)
  const { id = '', setId } = calls[0] ?? {}
  const { why, hint } = useUnreadHint({
    callId: id,
    version,
    isSeen: unread === 0,
    isBusy,
    onWaive: act.approve,
  })
  const openAll = (): void => {
    splitReads(calls.map(call => call.id))
    goToCall(id, true)
  }
  const tools = [...new Set(calls.map(({ tool }) => withVisibleEscapes(tool)))].join(', ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      role="group"
      aria-label={tools}
      aria-describedby={calls.map(summaryId).join(' ')}
      aria-current={isCurrent || undefined}
      aria-busy={isBusy || undefined}
      tabIndex={-1}
      data-call={id}
      data-set-id={setId}
      data-open
      className={`${CARD} ${isCurrent ? CURRENT : 'border-l-transparent'} gap-1 pt-2`}
    >
      <header className="flex items-baseline gap-x-3">
        {number !== null && <RowNumber>{`${number}–${number + calls.length - 1}`}</RowNumber>}
        <h3 className="grow font-semibold">{t('reads', { count: calls.length })}</h3>
        <RowRisk level="low" />
      </header>
      <ul className="flex flex-wrap gap-x-5 gap-y-0.5">
        {calls.map(call => (
          <li
            key={call.id}
            id={summaryId(call)}
            data-sight={sightOf(call)}
            data-part="preview"
            className="wrap-anywhere"
          >
            <CallSummary call={call} />
          </li>
        ))}
      </ul>
      {problem}
      {denial}
      {mayDecide && !denial && (
        <VerbBar>
          {hint}
          <Button {...opener} aria-keyshortcuts="n">
            {tVerbs('deny')} <Key>n</Key>
          </Button>
          <Button variant="verb" onClick={openAll}>
            {tHead('open')}
          </Button>
          <AllowReads
            version={version}
            off={isBusy || unread > 0}
            className="max-phone:order-last max-phone:basis-full"
            onClick={act.allowReads}
          />
          <span className="grow" />
          <DecisionButton
            variant={isCurrent ? 'wanted' : 'plain'}
            off={isBusy || unread > 0}
            version={version}
            aria-describedby={why}
            aria-keyshortcuts={number === null ? 'y a' : 'y'}
            onClick={act.approve}
          >
            {tVerbs('approve')} <Key>y</Key>
          </DecisionButton>
        </VerbBar>
      )}
    </section>
  )
}
