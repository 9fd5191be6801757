'use client'

import { lazy, memo, type ReactNode, Suspense, useId } from 'react'
import { useTranslations } from 'use-intl'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { PlainProse, Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { PLAIN_PROSE } from '@/components/ui/looks'
import { useOpen } from '@/lib/client/page/page-state'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { StopReason } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { ResultArticle } from './result-article'

const CompactionArticle = lazy(async () => ({
  default: (await import('./compaction-article')).CompactionArticle,
}))

const AttachedFiles = lazy(async () => ({ default: (await import('../attached-files')).AttachedFiles }))

const ContinueButton = lazy(async () => ({ default: (await import('../continue-button')).ContinueButton }))

type Props = {
  sessionId: string
  entry: Entry
  /** Whether it is the end of a Run that can be continued. */
  canContinue?: boolean
}

/** One entry of the transcript. What people and models write is shown as text, whatever it looks like. */
export const EntryArticle = memo(function EntryArticle({ sessionId, entry, canContinue = false }: Props) {
  if (entry.compaction)
    return (
      <Suspense>
        <CompactionArticle {...{ sessionId, entry, line: entry.compaction }} />
      </Suspense>
    )
  switch (entry.kind) {
    case 'user':
      return <MessageArticle who="you" {...{ sessionId, entry }} />
    case 'assistant':
      return <MessageArticle who="agent" {...{ sessionId, entry }} />
    case 'summary':
      return <MessageArticle who="summary" {...{ sessionId, entry }} />
    case 'correction':
      return <MessageArticle who="correction" {...{ sessionId, entry }} />
    case 'notice':
      return <NoticeArticle {...{ entry, canContinue }} />
    case 'result':
      return <ResultArticle {...{ sessionId, entry }} />
    default:
      entry.kind satisfies never
      return <NoticeArticle {...{ entry, canContinue }} />
  }
})

type MessageProps = Pick<Props, 'sessionId' | 'entry'> & { who: 'you' | 'agent' | 'summary' | 'correction' }

/** Nothing for a message without text: its Calls have lines of their own. */
const MessageArticle = ({ who, sessionId, entry }: MessageProps) =>
  entry.text === '' && !entry.reasoning ? null : (
    <Speaker who={who}>
      {entry.reasoning && <Reasoning id={entry.id} text={entry.reasoning} />}
      {entry.text !== '' && (
        <MessageText isModels={who === 'agent' || who === 'summary'}>{entry.text}</MessageText>
      )}
      {entry.attachments && (
        <Suspense>
          <AttachedFiles {...{ sessionId }} files={entry.attachments} />
        </Suspense>
      )}
      <MaskedSecrets {...{ sessionId }} id={entry.id} texts={[entry.reasoning, entry.text]} />
    </Speaker>
  )

/** A person's text stays as it was written; a model's is rendered as Markdown. */
const MessageText = ({ isModels, children }: { isModels: boolean; children: string }) =>
  isModels ? <Prose>{children}</Prose> : <PlainProse>{children}</PlainProse>

/** Ends without an answer, for which there is a next step. */
const NEXT = ['error', 'idle_timeout', 'cap', 'timeout', 'loop_detected', 'malformed', 'budget'] as const

type Next = (typeof NEXT)[number]

const nextAfter = (reason: StopReason | undefined): Next | undefined => NEXT.find(next => next === reason)

/** What Countersign itself says about a run. */
function NoticeArticle({ entry, canContinue }: { entry: Entry; canContinue: boolean }) {
  const t = useTranslations('session.noticeArticle')
  const next = nextAfter(entry.outcome?.stopReason)
  return (
    <article aria-label={t('name')} className="border-field border-l-2 bg-hover px-3 py-2">
      <p data-prose className={PLAIN_PROSE}>
        <VisibleText>{entry.text}</VisibleText>
      </p>
      {isSetAside(entry) && <p className="text-quiet text-small">{t('setAside')}</p>}
      {next && <p className="text-quiet text-small">{t(`next.${next}`)}</p>}
      {canContinue && entry.runId && (
        <Suspense>
          <ContinueButton runId={entry.runId} />
        </Suspense>
      )}
    </article>
  )
}

type SpeakerProps = { who: 'you' | 'agent' | 'summary' | 'correction'; children: ReactNode }

/** A message under the name of who wrote it. */
export function Speaker({ who, children }: SpeakerProps) {
  const t = useTranslations('session.speaker')
  const id = useId()
  return (
    <article aria-labelledby={id} data-speaker={who} className="min-w-0">
      <p id={id} className="font-semibold text-quiet text-small">
        {t(who)}
      </p>
      {children}
    </article>
  )
}

export function Reasoning({ id, text }: { id: string; text: string }) {
  const t = useTranslations('session.reasoning')
  const [isOpen, setOpen] = useOpen(`reasoning ${id}`)
  return (
    <details
      className="mb-1 text-quiet text-small"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>{t('summary')}</summary>
      <div className="mt-1 border-hairline border-s-2 ps-3">
        <PlainProse>{text}</PlainProse>
      </div>
    </details>
  )
}
