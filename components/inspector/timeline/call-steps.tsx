import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { targetOf } from '@/components/call/call-target'
import { Seal, VerdictText } from '@/components/call/verdict-line'
import { ForkButton } from '@/components/session/fork-button'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { lengthOf } from '@/lib/client/story/run-times'
import type { StoryCall } from '@/lib/client/story/session-story'
import type { Call } from '@/lib/domain/call/call'
import { isSetAside } from '@/lib/domain/call/call-state'
import { shortDigest } from '@/lib/domain/policy/seal'
import { Beginning, useLengthWords } from './story-words'

type Props = { story: StoryCall; isReact: boolean }

/** A Call from its proposal over each decision to how it ended. */
export function CallSteps({ story, isReact }: Props) {
  const t = useTranslations('inspector.step')
  const tTimeline = useTranslations('inspector.timeline')
  const say = useServerText()
  const { call, decisions, entry } = story
  const isWaiting = call.state === 'waiting' && !isSetAside(call)
  const result = call.state === 'settled' ? call.result : null
  const last = decisions.at(-1)
  return (
    <div className={`border-s-2 ps-3 ${isWaiting ? 'border-accent' : 'border-hairline'}`}>
      <p className={`wrap-anywhere ${result?.kind === 'denied' ? 'line-through' : ''}`}>
        {isReact && <Named>{t('action')}</Named>}
        <span className="font-mono font-semibold text-small">
          <VisibleText isLine>{call.tool}</VisibleText>
        </span>{' '}
        <span className="font-mono text-small">
          <VisibleText isLine>
            {targetOf(call) ?? say(call.preview?.codedText, call.preview?.summary ?? '')}
          </VisibleText>
        </span>
      </p>
      {decisions.map(({ seq, data }) => (
        <Verdict key={seq} data={data} current={call} />
      ))}
      <p className={`text-small ${result?.kind === 'error' ? 'font-semibold' : 'text-quiet'}`}>
        {isReact && result && <Named>{t('observation')}</Named>}
        <Course story={story} />
      </p>
      {result && (isReact || result.isError) && result.kind !== 'denied' && (
        <Beginning text={say(result.codedText, result.text)} className="text-quiet text-small" />
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        {entry !== undefined && (
          <a href={`#seq-${entry}`} className={LINK_IN_STORY}>
            {t('link')}
          </a>
        )}
        {last && (
          <ForkButton sessionId={call.sessionId} seq={last.seq - 1}>
            {tTimeline('fork')}
          </ForkButton>
        )}
      </p>
    </div>
  )
}

const LINK_IN_STORY =
  'inline-flex min-h-7 items-center text-[0.8125rem] text-quiet underline decoration-field underline-offset-3 hover:text-ink touch:min-h-11'

const Named = ({ children }: { children: ReactNode }) => (
  <span className="me-1.5 text-quiet text-small">{children}</span>
)

type VerdictProps = { data: StoryCall['decisions'][number]['data']; current: Call }

/** Who decided what about which content; with a person's reason, and why it no longer holds where it does not. */
function Verdict({ data: { call, kind, by }, current }: VerdictProps) {
  const t = useTranslations('inspector.step')
  const decision = call.decisions.findLast(one => one.kind === kind)
  const { void: reason } = current.decisions.find(({ id }) => id === decision?.id) ?? {}
  return (
    <div className="text-small wrap-anywhere">
      <Seal className="me-1 size-3.5!" digest={call.digest} />
      <VerdictText decision={{ kind, by, seen: decision?.seen }} reason={call.reason} />{' '}
      <span className="font-mono text-quiet">{shortDigest(call.digest)}</span>
      {reason && <span className="block text-quiet">{t(`void.${reason}`)}</span>}
      {by.type === 'person' && decision?.reason && (
        <Beginning text={t('reason', { text: decision.reason })} className="text-quiet" />
      )}
    </div>
  )
}

/** How long it waited for people and ran, and how it ended. */
function Course({ story: { call, waits, executions } }: { story: StoryCall }) {
  const t = useTranslations('inspector.step')
  const length = useLengthWords()
  const [waited, ran] = [lengthOf(waits), lengthOf(executions)]
  const steps = [
    ...(waited === null ? [] : [t('waited', { time: length(waited) })]),
    ...(ran === null ? [] : [t('ran', { time: length(ran) })]),
  ]
  const outcome = () => {
    if (call.state === 'settled') return t(`end.${call.result.kind}`)
    if (call.state === 'waiting') return <span className="font-strong text-accent">{t('waiting')}</span>
    return t(call.state === 'executing' ? 'running' : 'held')
  }
  return (
    <>
      {steps.length > 0 && `${steps.join(' · ')} · `}
      {outcome()}
    </>
  )
}
