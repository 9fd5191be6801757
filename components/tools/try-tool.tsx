import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionButton } from '@/components/call/decision-button'
import { ArgumentsEditor } from '@/components/call/forms/arguments-editor'
import { ReviewOutcome } from '@/components/call/forms/change-form'
import { useReview } from '@/components/call/forms/use-review'
import { DecidedRow, toolsBefore } from '@/components/call/set/decided-row'
import { Form } from '@/components/list/form'
import { CallStory } from '@/components/session/transcript/call-story'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { LINK } from '@/components/ui/further-looks'
import { PAPER, REMARK } from '@/components/ui/looks'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { useLiveSession } from '@/lib/client/live/use-live-session'
import { KEYS } from '@/lib/client/queries/keys'
import { useSessionById } from '@/lib/client/queries/session-query'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'

/**
 * Runs a tool with arguments of one's own, as its preview showed it: after any change of them there is another preview
 * first. What came of it stands below until the next one.
 */
export function TryTool({ tool }: { tool: ToolItem }) {
  const t = useTranslations('tools.try')
  const id = useId()
  const [text, setText] = useState(NOTHING)
  const [sessionId, setSessionId] = useState('')
  const trial = { toolId: tool.name, definitionHash: tool.definitionHash, sessionId, text }
  const { review, isReviewing, start, forget } = useReview(trial, previewOf)
  const { mutate, data: set, isPending, error, reset } = useRun(forget)
  const digest = review?.kind === 'sound' ? review.answer.digest : undefined
  const preview = (): void => {
    reset()
    start()
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-hairline border-t pt-4">
      <h3 id={id} className="font-semibold">
        {t('name')}
      </h3>
      <Form className="flex flex-col gap-3" onSend={preview}>
        <ArgumentsEditor text={text} schema={tool.schema} onChange={setText} isFocused={false} />
        <SessionChoice value={sessionId} onValue={setSessionId} />
        {review && <ReviewOutcome review={review} words={{ heading: t('would'), refused: t('refused') }} />}
        <ProblemAlert error={error} />
        <TrialBar
          digest={digest}
          isBusy={isPending}
          isReviewing={isReviewing}
          onRun={() => mutate({ ...trial, previewDigest: digest })}
        />
      </Form>
      {set?.calls[0] && <Trial key={set.id} set={set} call={set.calls[0]} />}
    </section>
  )
}

const NOTHING = '{}'

/** `definitionHash`: a preview says nothing of what the tool has become since. */
type TrialInput = { toolId: string; definitionHash: string; sessionId: string; text: string }

const bodyOf = ({ sessionId, text }: TrialInput) => ({
  argumentsText: text,
  sessionId: sessionId || undefined,
})

const previewOf = (trial: TrialInput): Promise<PreviewAnswer> =>
  fetchApi('POST /api/tools/{toolId}/preview', { params: { toolId: trial.toolId }, body: bodyOf(trial) })

type BarProps = {
  /** Of what was previewed, if that may run. */
  digest: string | undefined
  isBusy: boolean
  isReviewing: boolean
  onRun: () => void
}

function TrialBar({ digest, isBusy, isReviewing, onRun }: BarProps) {
  const t = useTranslations('tools.try')
  const hint = useId()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant={digest === undefined ? 'main' : 'plain'} off={isReviewing}>
        {t('preview')}
      </Button>
      <DecisionButton
        variant={digest === undefined ? 'plain' : 'wanted'}
        off={digest === undefined || isBusy}
        version={digest ?? ''}
        aria-describedby={hint}
        onClick={onRun}
      >
        {t('run')}
      </DecisionButton>
      <p id={hint} className="min-w-0 flex-1 basis-60 text-quiet text-small">
        {t(digest === undefined ? 'first' : 'hint')}
      </p>
    </div>
  )
}

/** Once it has run, and where what was shown no longer holds, another preview is asked for. */
function useRun(forget: () => void) {
  return useChange(
    async ({ previewDigest, ...trial }: TrialInput & { previewDigest: string | undefined }, key) => {
      const request = { params: { toolId: trial.toolId }, body: { ...bodyOf(trial), previewDigest }, key }
      try {
        return await fetchApi('POST /api/tools/{toolId}/run', request)
      } catch (error) {
        if (isProblem(error, 'stale_digest')) forget()
        throw error
      }
    },
    { onDone: forget },
  )
}

/** The newest sessions, and the one that is kept for what is tried. */
function SessionChoice({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const t = useTranslations('tools.try')
  const { data } = useRead(KEYS.sessions(''), 'GET /api/sessions')
  const sessions = (data?.items ?? []).filter(({ key }: Session) => key !== 'tools')
  const options = sessions.map(({ id, title }) => [id, title] as const)
  return (
    <SelectField
      label={t('session')}
      value={value}
      options={[['', t('own')], ...options]}
      onValue={onValue}
    />
  )
}

/** The call that was made, while it runs and once it has ended, as its session knows it. */
function Trial({ set, call: first }: { set: CallSet; call: Call }) {
  const t = useTranslations('tools.trial')
  const { sessionId } = set
  const client = useQueryClient()
  const trialSection = useRef<HTMLElement>(null)
  const { view } = useSessionById(sessionId, undefined)
  useLiveSession(sessionId)
  const result = resultOf(view, first.id)
  const hasEnded = result !== undefined
  useEffect(() => {
    trialSection.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: KEYS.tools })
  }, [client, hasEnded])
  const openSet = view?.openSets.find(({ id }) => id === set.id) ?? set
  const call = openSet.calls.find(({ id }) => id === first.id) ?? first
  return (
    <section ref={trialSection} aria-label={t('name')} className="flex min-h-[50dvh] flex-col gap-2">
      <p role="status" className="font-semibold text-small">
        {t(hasEnded ? 'ended' : 'running')}
      </p>
      {hasEnded && <CallStory callId={first.id} result={result} />}
      {!hasEnded && isOpen(call) && (
        <div className={PAPER}>
          <DecidedRow call={call} behind={toolsBefore(call, openSet)} />
        </div>
      )}
      {call.state === 'waiting' && <p className={REMARK}>{t('waits')}</p>}
      <p className="text-small">
        <Link href={`/sessions/${sessionId}`} prefetch={false} className={LINK}>
          {view ? <VisibleText isLine>{t('open', { title: view.session.title })}</VisibleText> : t('openAny')}
        </Link>
      </p>
    </section>
  )
}

/** The text of its result, once it has one. */
const resultOf = (view: SessionView | undefined, callId: string): string | undefined =>
  view?.transcript.find(entry => entry.callId === callId && entry.kind === 'result')?.text
