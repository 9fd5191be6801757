import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Call } from '@/lib/domain/call/call'
import { decisionOf, letsRun } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import type { Instant } from '@/lib/domain/instant'
import type { Reason } from '@/lib/domain/policy/reason'
import { SEAL_SIZE, sealOf, shortDigest } from '@/lib/domain/policy/seal'
import { ReasonText } from './reason-text'
import { useDecidingHere } from './set/deciding'

type DecisionSummary = Pick<Decision, 'kind' | 'by' | 'seen'>

type Props = {
  callId: string
  decision: DecisionSummary & { at?: Instant }
  digest: string
  reason: Reason | undefined
  /** Whether a Rule can be opened from here. */
  isLinked?: boolean
  /** Beside a seal: what the reader decided here is read out, and shown while it has the focus. */
  isShort?: boolean
}

/** Who decided, when, and what the decision is bound to. It takes the focus after a decision made here. */
export function VerdictLine({ callId, decision, digest, reason, isLinked = true, isShort = false }: Props) {
  const { by, at } = decision
  const t = useTranslations('call.verdict')
  const me = useMe()
  const { elsewhere, late } = useDecidingHere()
  const isOwn = by.type === 'person' && by.id === me.id && !elsewhere.has(callId) && !late.has(callId)
  return (
    <span
      data-verdict={callId}
      tabIndex={-1}
      className={isShort && isOwn ? 'sr-only focus:not-sr-only' : 'text-small outline-none'}
    >
      <VerdictText decision={decision} reason={reason} isLinked={isLinked} />
      {elsewhere.has(callId) && <span>, {t('elsewhere')}</span>}
      {late.has(callId) && <span role="alert">, {t('late')}</span>}{' '}
      {at !== undefined && (
        <>
          <Clock isExact at={at} />{' '}
        </>
      )}
      {!isShort && (
        <span className="whitespace-nowrap font-mono text-quiet" title={digest}>
          <Seal className="ml-0.75" digest={digest} /> {shortDigest(digest)}
        </span>
      )}
    </span>
  )
}

type TextProps = { decision: DecisionSummary; reason: Reason | undefined; isLinked?: boolean }

/** What was decided and by whom: where policy did, by its reason. */
export function VerdictText({ decision, reason, isLinked = true }: TextProps) {
  const t = useTranslations('call.verdict')
  const { type, id } = decision.by
  if (['rule', 'mode', 'hook', 'schedule'].includes(type) && reason?.by.id === id)
    return <ReasonText reason={reason} isOpen isLinked={isLinked} />
  return <VisibleText>{verdictText(t, decision)}</VisibleText>
}

const LINE = 'min-h-5.25 border-field border-b text-small'

/** The line that a Call is signed on: empty until somebody has decided. */
export function Signature({ call }: { call: Call }) {
  const t = useTranslations('call.signature')
  const decision = decisionOf(call)
  if (!decision) {
    return (
      <p aria-hidden="true" className={`${LINE} text-quiet`}>
        {t('empty')}
      </p>
    )
  }
  return (
    <p className={`${LINE} motion-safe:animate-signed`}>
      <VerdictLine callId={call.id} digest={call.digest} decision={decision} reason={call.reason} />
    </p>
  )
}

type Translate = ReturnType<typeof useTranslations<'call.verdict'>>

/**
 * What was decided and by whom, as a sentence without its full stop; also that an approval was given without reading all
 * of it.
 */
export function verdictText(t: Translate, { kind, by, seen }: DecisionSummary): string {
  if (by.type === 'expiry') return t('expired')
  const who = t(`by.${by.type}`, { name: by.type === 'mode' ? by.id : by.name })
  const verdict = t(`kind.${kind}`, { who })
  return seen === 'part' && letsRun({ kind }) ? `${verdict} (${t('part')})` : verdict
}

/** A picture of a digest, whose first characters stand beside it. */
export const Seal = ({ digest, className = '' }: { digest: string; className?: string }) => (
  <svg
    aria-hidden="true"
    data-seal
    viewBox={`0 0 ${SEAL_SIZE} ${SEAL_SIZE}`}
    className={`inline-block size-3.25 align-[-1.5px] ${className}`}
    shapeRendering="crispEdges"
  >
    <path fill="currentColor" d={pathOf(digest)} />
  </svg>
)

const pathOf = (digest: string): string =>
  sealOf(digest)
    .flatMap((row, y) => row.map((isFilled, x) => (isFilled ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
