import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { PAPER_TEXT } from '@/components/ui/looks'
import { isPlainRead } from '@/lib/client/decisions/read-groups'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isElicitation, questionOf } from '@/lib/domain/call/elicitation'
import type { Risk, RiskLevel } from '@/lib/domain/call/tool'
import { ReasonText } from './reason-text'
import { goToCall } from './set/call-focus'

type Props = {
  call: WaitingCall
  /** Its place among several; null where it is the only one. */
  number: number | null
}

/** What tells it from other Calls of its tool. */
export const summaryId = ({ id }: WaitingCall): string => `summary-${id}`

const toolId = ({ id }: WaitingCall): string => `tool-${id}`

/** The sentence about a call of a server names its tool already, by its title. */
const isSentence = ({ preview }: WaitingCall): boolean => preview?.codedText?.code === 'mcp.does'

const TOOL = 'font-mono text-small font-semibold'

/** The beginning of an open Call: what it is, and its risk with the reasons. */
export const CallHead = ({ call, number }: Props) => (
  <>
    <header data-part="head" className="flex flex-wrap items-baseline gap-x-3">
      {number !== null && <RowNumber>{number}</RowNumber>}
      <h3 className={isSentence(call) ? 'sr-only' : TOOL}>
        <VisibleText isLine>{call.tool}</VisibleText>
      </h3>
      <p id={summaryId(call)} className="min-w-[min(12.5rem,100%)] grow basis-0 wrap-anywhere">
        <CallSummary call={call} />
      </p>
    </header>
    <CallFacts call={call} />
  </>
)

/** What a server's tool is called there, how the server runs, and what it says of the tool. */
type ServerFacts = Record<'server' | 'tool' | 'place' | 'url' | 'hints' | 'reads' | 'destroys', string>

/** Its risk, and why it asks, where no remark says that. */
export function CallFacts({ call }: { call: WaitingCall }) {
  const t = useTranslations('call.callHead')
  const { risk, reason, why } = call
  if (isElicitation(call)) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <RiskLine risk={risk} />
      {reason && why === 'policy' && (
        <p className="text-quiet text-small wrap-anywhere">
          <ReasonText reason={reason} />
        </p>
      )}
      {isSentence(call) && (
        <p className="basis-full text-quiet text-small wrap-anywhere">
          <VisibleText>{t('server', { ...call.preview?.codedText?.params } as ServerFacts)}</VisibleText>
        </p>
      )}
    </div>
  )
}

/** Of a question who asks it, and what runs meanwhile; of any other Call what it would do. */
export function CallSummary({ call }: { call: WaitingCall }) {
  const t = useTranslations('call.question')
  const question = questionOf(call)
  if (!question)
    return <ServerText codedText={call.preview?.codedText} english={call.preview?.summary ?? ''} />
  return <VisibleText>{t('asks', { server: question.server, tool: question.tool })}</VisibleText>
}

/** What a server asks, in its own words, which nobody vouches for. */
export const QuestionText = ({ message }: { message: string }) => (
  <div data-part="preview" className={PAPER_TEXT}>
    <CodeText>{message}</CodeText>
  </div>
)

/** In a column of their own. */
export const RowNumber = ({ children }: { children: ReactNode }) => (
  <span className="min-w-5 flex-none text-quiet text-small tabular-nums max-phone:-order-2">{children}</span>
)

/** One line: a press anywhere on it opens the Call. On a phone its text may take a second one. */
const ROW = 'flex items-center gap-x-3 py-1.5 max-phone:gap-x-2'
const COVER = '-mr-1.5 flex-none after:absolute after:inset-0'
const TEXT = 'flex min-w-0 flex-1 items-baseline gap-x-1 max-phone:line-clamp-2 max-phone:*:inline'
const CUT = 'truncate max-phone:whitespace-normal max-phone:wrap-anywhere'

/** A Call among several, folded: nobody has read it, unless its line says all. */
export function CallRow({ call, number, isChanged }: Props & { isChanged: boolean }) {
  const t = useTranslations('call.callHead')
  const isPlain = isPlainRead(call)
  return (
    <>
      <div className={ROW}>
        {number !== null && <RowNumber>{number}</RowNumber>}
        <div className={TEXT}>
          <h3
            id={toolId(call)}
            className={isSentence(call) ? 'sr-only' : `mr-2 max-w-2/5 flex-none ${CUT} ${TOOL}`}
          >
            <VisibleText isLine>{call.tool}</VisibleText>
          </h3>
          <p
            id={summaryId(call)}
            data-part={isPlain ? 'preview' : undefined}
            className={`min-w-0 ${isPlain ? 'wrap-anywhere' : CUT}`}
          >
            <CallSummary call={call} />
          </p>
        </div>
        {!isElicitation(call) && <RowRisk level={call.risk.level} />}
        <Button
          variant="quiet"
          className={COVER}
          aria-describedby={`${toolId(call)} ${summaryId(call)}`}
          onClick={() => goToCall(call.id, true)}
        >
          {t('open')}
        </Button>
      </div>
      <RowRemark call={call} isChanged={isChanged} />
    </>
  )
}

/** Why it waits, where that is not plain, or that it has waited before. */
function RowRemark({ call: { why, decisions }, isChanged }: { call: WaitingCall; isChanged: boolean }) {
  const t = useTranslations('call.remarks')
  const reason = decisions.at(-1)?.void
  const words =
    why !== 'policy' ? t(`short.${why}`) : isChanged ? t('short.changed') : reason && t(`void.${reason}`)
  return words && <p className="mb-1.5 border-accent border-l-3 pl-2 text-small">{words}</p>
}

const SIGNS: Record<RiskLevel, string> = { low: '○', medium: '◐', high: '●' }

/** A level of risk, as a sign and a word. */
export function RiskSign({ level, word }: { level: RiskLevel; word?: string }) {
  const t = useTranslations('call.risk')
  return (
    <span className={level === 'high' ? 'font-semibold text-ink' : 'text-quiet'}>
      <span aria-hidden="true">{SIGNS[level]} </span>
      <span className={word}>{t(level)}</span>
    </span>
  )
}

/** The risk of a Call in a line. On a phone the sign stands before the text, and its word is for who cannot see it. */
export const RowRisk = ({ level }: { level: RiskLevel }) => (
  <p className="flex-none text-small max-phone:-order-1">
    <RiskSign level={level} word="max-phone:sr-only" />
  </p>
)

/** The risk and its reasons, computed from what would run. */
export const RiskLine = ({ risk: { level, reasons, codedText } }: { risk: Risk }) => (
  <p className="text-small text-quiet">
    <RiskSign level={level} />
    {reasons.map((reason, at) => (
      <span key={reason} className={level === 'high' ? 'text-ink' : ''}>
        {' · '}
        <ServerText codedText={codedText?.[at]} english={reason} />
      </span>
    ))}
  </p>
)
