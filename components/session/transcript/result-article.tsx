import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReasonText } from '@/components/call/reason-text'
import { Seal, VerdictLine } from '@/components/call/verdict-line'
import { lazyPart } from '@/components/page/lazy-part'
import { Unfolded } from '@/components/text/code-text'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { ServerText, useServerText } from '@/components/text/server-words'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { STORY } from '@/components/ui/looks'
import { useOpen } from '@/lib/client/page/page-state'
import { beginningOf } from '@/lib/client/text/beginning'
import { readsKey } from '@/lib/client/text/transcript-rows'
import type { CallLine, Entry } from '@/lib/domain/session/entry'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { EntryActions } from './entry-actions'

const CallStory = lazyPart(async () => (await import('./call-story')).CallStory)

const CorrectionOfCall = lazyPart(async () => (await import('@/components/call/correction')).CorrectionOfCall)

/** What comes with messages and results, beside their words. */
export const LazyFiles = lazyPart(async () => (await import('../attached-files')).AttachedFiles)

type Props = { sessionId: string; entry: Entry; onOpen?: () => void }

const HEAD =
  'group -mx-2 flex min-h-7 cursor-pointer list-none items-baseline gap-x-2 rounded-base px-2 py-1 text-small hover:bg-hover touch:py-3 [&::-webkit-details-marker]:hidden'

/** A Call in the transcript: a line on its outcome, which opens to its whole story. */
export function ResultArticle({ sessionId, entry, onOpen }: Props) {
  const t = useTranslations('session.resultArticle')
  const say = useServerText()
  const [isOpen, setOpen] = useOpen(entry.id)
  const { call } = entry
  const callId = entry.callId ?? entry.id
  return (
    <article
      aria-label={t('name', { tool: withVisibleEscapes(call?.tool ?? '') })}
      data-result={call?.result ?? ''}
      className={`relative ${isOpen ? 'touch:pb-11' : ''}`}
    >
      <details
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          setOpen(open)
          if (open) onOpen?.()
        }}
      >
        <summary className={HEAD}>
          {call ? <Head call={call} callId={callId} text={say(entry.codedText, entry.text)} /> : t('result')}
        </summary>
        {isOpen && (
          <CallStory fallback={<p className={STORY}>{t('loading')}</p>} callId={callId} result={entry.text} />
        )}
      </details>
      {call?.change && !isOpen && (
        <div className="ms-5 pb-1">
          <CorrectionOfCall callId={callId} />
        </div>
      )}
      {call?.images && <LazyFiles sessionId={sessionId} files={call.images} />}
      <MaskedSecrets
        sessionId={sessionId}
        className="ml-5"
        id={entry.id}
        texts={[call?.summary, entry.text]}
      />
      <EntryActions sessionId={sessionId} entry={entry} />
    </article>
  )
}

/** Where a link may lead to. */
export const LinkPlace = ({ isLinked, children }: { isLinked: boolean; children: ReactNode }) => (
  <div
    data-linked={isLinked || undefined}
    tabIndex={isLinked ? -1 : undefined}
    className={isLinked ? 'rounded-base outline-2 outline-field outline-offset-6' : ''}
  >
    <Unfolded value={isLinked}>{children}</Unfolded>
  </div>
)

/** Fewer reads have no line in common. */
const FEWEST_FOLDED = 3

type ReadsProps = { sessionId: string; reads: Entry[]; linked: number | null }

/** Reads that follow each other, from the third on behind one line. It is open if one of them was opened before. */
export function ReadsArticle({ sessionId, reads, linked }: ReadsProps) {
  const t = useTranslations('session.resultArticle')
  const [isOpen, setOpen] = useOpen(readsKey(reads[0]))
  const isFolded = reads.length >= FEWEST_FOLDED
  const name = t(reads.every(({ call }) => call?.tool === 'read_file') ? 'files' : 'reads', {
    count: reads.length,
  })
  return (
    <div {...(isFolded && { role: 'article', 'aria-label': name })}>
      {isFolded && (
        <button
          type="button"
          aria-expanded={isOpen}
          className={`w-[calc(100%+1rem)] text-start ${HEAD}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true" className={SIGN}>
            ✓
          </span>
          <span className="grow">{name}</span>
          <Chevron />
        </button>
      )}
      <div className={isFolded ? 'ms-1.25 border-hairline border-s-2 ps-4' : ''}>
        {(isOpen || !isFolded) &&
          reads.map(entry => (
            <LinkPlace key={entry.id} isLinked={entry.seq === linked}>
              <ResultArticle sessionId={sessionId} entry={entry} onOpen={() => setOpen(true)} />
            </LinkPlace>
          ))}
      </div>
    </div>
  )
}

const SUMMARY = 'min-w-[12ch] grow basis-0 wrap-anywhere'
const SIGN = 'w-3 flex-none text-center text-quiet'

/** What is wrong with each argument, for the model; a person finds it in the opened line. */
const ARGUMENT_LIST = /:\n- \/.*$/s

const SIGNS: Record<CallLine['result'], string> = {
  ok: '✓',
  answered: '✓',
  error: '✕',
  denied: '✕',
  expired: '–',
  not_run: '–',
  unknown: '?',
}

const Chevron = () => (
  <span
    aria-hidden="true"
    className="flex-none text-quiet transition-none mouse:opacity-0 mouse:group-hover:opacity-100 group-aria-expanded:rotate-90 group-[[open]>&]:rotate-90"
  >
    ▸
  </span>
)

/**
 * How it ended, what it was and what came of it; who decided where it was somebody else. Each outcome has a sign of its
 * own, so that nothing depends on colour. A denied Call is struck through, whoever denied it.
 */
function Head({ call, callId, text }: { call: CallLine; callId: string; text: string }) {
  const t = useTranslations('session.resultArticle')
  const isFailure = call.result === 'error' && call.facts?.exitCode === undefined
  const isDone = call.result === 'ok' && !call.isLatent && call.decided !== 'answer'
  return (
    <>
      <span
        aria-hidden="true"
        className={`${SIGN} ${call.result === 'error' ? 'font-semibold text-ink' : ''}`}
      >
        {SIGNS[call.result]}
      </span>
      {call.decided && <Seal digest={call.digest} className="mt-1.25 flex-none self-start text-quiet" />}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <CodeName className="font-semibold">{call.tool}</CodeName>
        <span className={`${SUMMARY} ${call.result === 'denied' ? 'line-through' : ''}`}>
          {isFailure ? (
            <VisibleText isMarked>{beginningOf(text.replace(ARGUMENT_LIST, ''))}</VisibleText>
          ) : (
            <ServerText codedText={call.codedText} english={call.summary || beginningOf(text)} />
          )}
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-quiet tabular-nums">
          {call.decided && call.by ? (
            <VerdictLine
              callId={callId}
              digest={call.digest}
              decision={{ kind: call.decided, by: call.by, seen: call.seen }}
              reason={call.reason}
              isLinked={false}
              isShort
            />
          ) : (
            call.reason && <ReasonText reason={call.reason} isOpen isLinked={false} />
          )}
          <span className={isDone ? 'sr-only' : call.result === 'error' ? 'font-semibold text-ink' : ''}>
            {outcomeText(t, call)}
          </span>
          {call.facts && <span>{factsText(t, call.facts)}</span>}
        </span>
      </span>
      <Chevron />
    </>
  )
}

function factsText(
  t: ReturnType<typeof useTranslations<'session.resultArticle'>>,
  { lines, exitCode, ms = 0, status, bytes = 0 }: NonNullable<CallLine['facts']>,
): string {
  if (lines !== undefined) return t('facts.lines', { count: lines })
  if (exitCode !== undefined)
    return t('facts.exit', { code: String(exitCode), seconds: Math.round(ms / 100) / 10 })
  return t('facts.http', { status: String(status), size: Math.round(bytes / 100) / 10 })
}

/** An answer stands in the place of what would have run; whoever says that it was done says more. */
function outcomeText(t: ReturnType<typeof useTranslations<'session.resultArticle'>>, call: CallLine): string {
  if (call.isLatent) return t('latent')
  return call.decided === 'answer' ? t('answer') : t(`outcome.${call.result}`)
}
