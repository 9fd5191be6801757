import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Entry } from '@/lib/domain/entry'
import type { StopReason } from '@/lib/domain/run'
import { ContinueButton } from './continue-button'

/** Ends that were no answer, and about which something can be done. */
const NEXT = ['error', 'idle_timeout', 'cap', 'timeout', 'loop_detected', 'malformed', 'budget'] as const

type Next = (typeof NEXT)[number]

const nextAfter = (reason: StopReason | undefined): Next | undefined => NEXT.find(next => next === reason)

/** What happened to a run, said by Countersign itself. `goesOn`: the run can be gone on with from here. */
export function NoticeArticle({ entry, goesOn }: { entry: Entry; goesOn: boolean }) {
  const t = useTranslations('session.noticeArticle')
  const next = nextAfter(entry.outcome?.stopReason)
  return (
    <article aria-label={t('name')} className="notice">
      <p className="prose-plain">
        <VisibleText>{entry.text}</VisibleText>
      </p>
      {next && <p className="text-quiet text-small">{t(`next.${next}`)}</p>}
      {goesOn && entry.runId && <ContinueButton runId={entry.runId} />}
    </article>
  )
}
