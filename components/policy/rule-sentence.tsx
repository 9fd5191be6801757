import { ServerText } from '@/components/text/server-words'
import type { RuleItem, Verdict } from '@/lib/domain/policy/rule'

export const RuleSentence = ({ rule }: { rule: Pick<RuleItem, 'text' | 'codedText'> }) => (
  <span className="wrap-anywhere">
    <ServerText isLine codedText={rule.codedText} english={rule.text} />
  </span>
)

const SIGNS = { allow: '✓', ask: '?', deny: '✕' }
const INKS = { allow: 'text-added-sign', ask: 'text-quiet', deny: 'text-removed-sign' }

/** The words beside it say the same. */
export const EffectSign = ({ effect }: { effect: Verdict }) => (
  <span aria-hidden="true" className={`w-3.5 flex-none text-center font-semibold ${INKS[effect]}`}>
    {SIGNS[effect]}
  </span>
)
