'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { PLAIN_PROSE } from '@/components/ui/looks'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { StopReason } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { ContinueButton } from '../continue-button'

/** Ends without an answer, for which there is a next step. */
const NEXT = ['error', 'idle_timeout', 'cap', 'timeout', 'loop_detected', 'malformed', 'budget'] as const

type Next = (typeof NEXT)[number]

const nextAfter = (reason: StopReason | undefined): Next | undefined => NEXT.find(next => next === reason)

/** What Countersign itself says about a run. */
export function NoticeArticle({ entry, canContinue }: { entry: Entry; canContinue: boolean }) {
  const t = useTranslations('session.noticeArticle')
  const next = nextAfter(entry.outcome?.stopReason)
  return (
    <article aria-label={t('name')} className="border-field border-l-2 bg-hover px-3 py-2">
      <p data-prose className={PLAIN_PROSE}>
        <VisibleText>{entry.text}</VisibleText>
      </p>
      {isSetAside(entry) && <p className="text-quiet text-small">{t('setAside')}</p>}
      {next && <p className="text-quiet text-small">{t(`next.${next}`)}</p>}
      {canContinue && entry.runId && <ContinueButton runId={entry.runId} />}
    </article>
  )
}
