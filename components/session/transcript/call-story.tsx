import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { QuestionText } from '@/components/call/call-head'
import { CallPreview, DiffFigure } from '@/components/call/call-preview'
import { CallSource, CorrectionNote } from '@/components/call/correction'
import { RuleOrigin } from '@/components/call/reason-text'
import { Seal, VerdictText } from '@/components/call/verdict-line'
import { PaperText } from '@/components/text/code-text'
import { ColouredCode } from '@/components/text/coloured-code'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { ProblemAlert, ProblemNote } from '@/components/text/problem-text'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { PAPER, STORY } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { languageOf } from '@/lib/client/text/language-of'
import { type ReadLines, readLinesOf } from '@/lib/client/text/read-lines'
import type { Call, SettledCall } from '@/lib/domain/call/call'
import { changedFiles, changesShown } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { questionOf } from '@/lib/domain/call/elicitation'
import { shortDigest } from '@/lib/domain/policy/seal'

/** Everything known of a Call that has ended: what was proposed, decided and run, and its result. */
export function CallStory({ callId, result }: { callId: string; result?: string }) {
  const params = { id: callId }
  const { data, error, refetch } = useRead(KEYS.call(callId), 'GET /api/calls/{id}', { params })
  return (
    <div className={STORY}>
      {data && <ProposalAndDecisions call={data} />}
      <ProblemAlert error={error} again={() => void refetch()} />
      {(result !== undefined || data?.state === 'settled') && <Result text={result} call={data} />}
    </div>
  )
}

/** What a server asked, in its words, as its card showed it. */
function Question({ message, argumentsText }: { message: string; argumentsText: string }) {
  const t = useTranslations('call.callPreview')
  return (
    <>
      <QuestionText message={message} />
      <details>
        <summary className="cursor-pointer text-small">{t('show')}</summary>
        <PaperText>{argumentsText}</PaperText>
      </details>
    </>
  )
}

/** The texts of a Call that may hold secret handles. */
const textsOf = ({ proposed, effective, preview, decisions }: Call): (string | undefined)[] => [
  proposed.argumentsText,
  effective?.argumentsText,
  preview && JSON.stringify(preview),
  ...decisions.map(({ reason }) => reason),
]

/** Its name is no heading, which would have to be of another level in each place. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <p id={id} className="font-semibold text-quiet text-small">
        {name}
      </p>
      {children}
    </section>
  )
}

function ProposalAndDecisions({ call }: { call: Call }) {
  const t = useTranslations('session.callStory')
  const { proposed, effective } = call
  const question = questionOf(call)
  const ran = effective && effective.argumentsText !== proposed.argumentsText ? effective : undefined
  return (
    <>
      <Part name={t('proposed')}>
        {question ? (
          <Question message={question.message} argumentsText={proposed.argumentsText} />
        ) : (
          <CallPreview preview={ran ? undefined : call.preview} argumentsText={proposed.argumentsText} />
        )}
        <CallSource call={call} />
        <MaskedSecrets sessionId={call.sessionId} id={call.id} texts={textsOf(call)} />
      </Part>
      {call.decisions.map(decision => (
        <DecisionStory key={decision.id} call={call} decision={decision} />
      ))}
      {effective && (ran || effective.tool !== proposed.tool) && (
        <Part name={t('change')}>
          <CorrectionNote call={call} />
        </Part>
      )}
      {ran && (
        <Part name={t('ran')}>
          <CallPreview preview={call.preview} argumentsText={ran.argumentsText} />
        </Part>
      )}
    </>
  )
}

function Result({ text, call }: { text: string | undefined; call: Call | undefined }) {
  const t = useTranslations('session.callStory')
  const say = useServerText()
  const settled = call?.state === 'settled' ? call : undefined
  const cut = settled?.result.truncated?.chars
  const lines = settled && readLinesOf(settled)
  const written = settled && bytesWritten(settled.result.details)
  return (
    <Part name={t('result')}>
      {lines ? (
        <LinesRead lines={lines} />
      ) : (
        <PaperText>{say(settled?.result.codedText, text ?? settled?.result.text ?? '')}</PaperText>
      )}
      {cut !== undefined && <p className="text-quiet text-small">{t('cut', { count: cut })}</p>}
      {written !== undefined && <p className="text-quiet text-small">{t('written', { count: written })}</p>}
      {settled && changesShown(settled.result).map(diff => <DiffFigure key={diff.path} diff={diff} />)}
      {settled && <Times call={settled} />}
      {settled && changedFiles(settled.result).length > 0 && <RevertButton callId={settled.id} />}
    </Part>
  )
}

/** Lines of a file under their numbers, and what was remarked on them. */
const LinesRead = ({ lines: { path, text, first, remark } }: { lines: ReadLines }) => (
  <div className={PAPER}>
    <ColouredCode language={languageOf(path, text)} first={first}>
      {text}
    </ColouredCode>
    {remark !== '' && (
      <p className="border-hairline border-t px-2.5 py-0.5 text-quiet text-small">
        <VisibleText>{remark}</VisibleText>
      </p>
    )}
  </div>
)

/** How much a command wrote, where that is more than was kept of it. */
const bytesWritten = (details: SettledCall['result']['details'] = {}): number | undefined =>
  details.truncated === true && typeof details.bytes === 'number' ? details.bytes : undefined

function Times({ call }: { call: SettledCall }) {
  const t = useTranslations('session.callStory')
  const { startedAt, endedAt } = call
  return (
    <p className="text-quiet text-small tabular-nums">
      {startedAt
        ? t.rich('times', {
            from: () => <Clock isExact at={startedAt} />,
            to: () => <Clock isExact at={endedAt} />,
            seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
          })
        : t.rich('settled', { at: () => <Clock isExact at={endedAt} /> })}
    </p>
  )
}

/** One Decision: who decided what, when and why, and what it was bound to. */
function DecisionStory({ call, decision }: { call: Call; decision: Decision }) {
  const t = useTranslations('session.decisionStory')
  const tVoid = useTranslations('call.remarks.void')
  const { at, by, digest, reason } = decision
  return (
    <Part name={t('decided')}>
      <p className={decision.void ? 'line-through' : undefined}>
        <VerdictText decision={decision} reason={decision.void ? undefined : call.reason} />
        {by.type === 'rule' && !decision.void && <RuleOrigin id={by.id} />} <Clock isExact at={at} />
      </p>
      {decision.void && <p className="text-quiet text-small">{tVoid(decision.void)}</p>}
      {reason && (
        <p dir="auto">
          <VisibleText isProse>{reason}</VisibleText>
        </p>
      )}
      <p className="text-quiet text-small">
        {t('bound')} <Seal className="ml-1.5" digest={digest} />{' '}
        <span className="font-mono" title={digest}>
          {shortDigest(digest)}
        </span>
      </p>
    </Part>
  )
}

/** Proposes to put back what a Call replaced. */
function RevertButton({ callId }: { callId: string }) {
  const t = useTranslations('session.revertButton')
  const { mutate, isPending, isSuccess, error } = useChange((_, key) =>
    fetchApi('POST /api/calls/{id}/revert', { params: { id: callId }, key }),
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button off={isPending} onClick={() => mutate()}>
        {t('revert')}
      </Button>
      {isSuccess && <span className="text-quiet text-small">{t('started')}</span>}
      <ProblemNote error={error} />
    </div>
  )
}
