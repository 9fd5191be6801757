import type { WaitingCall, WaitingReason } from '@/lib/domain/call'
import type { Void } from '@/lib/domain/decision'
import { UnknownOutcome } from './unknown-outcome'
import { verdictWords } from './verdict-words'

const WHY: Record<WaitingReason, string | null> = {
  policy: null,
  hook: 'A hook wants a person to look at this.',
  drifted:
    'The file is no longer as it was when this was shown. Nothing was run. This is the change as it would be now.',
  outcome_unknown: null,
  definition_changed: 'The tool changed since this was approved. Nothing was run. Look at the call again.',
}

const NO_LONGER: Record<Void, string> = {
  drifted: 'No longer holds: the file changed.',
  policy: 'No longer holds: a rule changed.',
  definition_changed: 'No longer holds: the tool changed.',
  undone: 'Taken back before it started.',
}

/** Why a Call waits again, and which decisions about it came before. */
export function CallRemarks({ call }: { call: WaitingCall }) {
  const why = WHY[call.why]
  return (
    <>
      {call.why === 'outcome_unknown' && <UnknownOutcome evidence={call.evidence} />}
      {why && <p className="remark">{why}</p>}
      {call.decisions.map(decision => (
        <p key={decision.id} className="text-small text-quiet">
          <span className={decision.void ? 'line-through' : ''}>{verdictWords(decision)}</span>
          {decision.void && <span> {NO_LONGER[decision.void]}</span>}
        </p>
      ))}
    </>
  )
}
