'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { ServerWords } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { PLAIN_PROSE } from '@/components/ui/looks'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { StopReason } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { CompactionArticle } from './compaction-article'
import { EntryActions } from './entry-actions'

/** Ends without an answer, for which there is a next step. */
const NEXT = ['error', 'idle_timeout', 'cap', 'timeout', 'loop_detected', 'malformed', 'budget'] as const

type Next = (typeof NEXT)[number]

const nextAfter = (reason: StopReason | undefined): Next | undefined => NEXT.find(next => next === reason)

type Props = { sessionId: string; entry: Entry; canContinue: boolean }

/** What Countersign itself says: of a run, or of what left the agent's context. */
export const NoticeArticle = ({ sessionId, entry, canContinue }: Props) =>
  entry.compaction ? (
    <CompactionArticle {...{ sessionId, entry, line: entry.compaction }} />
  ) : (
    <RunNotice {...{ sessionId, entry, canContinue }} />
  )

function RunNotice({ sessionId, entry, canContinue }: Props) {
  const t = useTranslations('session.noticeArticle')
  const next = nextAfter(entry.outcome?.stopReason)
  return (
    <article
      aria-label={t('name')}
      className="relative border-field border-l-2 bg-hover px-3 py-2 touch:pb-11"
    >
      <p data-prose dir="auto" className={PLAIN_PROSE}>
        <ServerWords words={entry.words} english={entry.text} />
      </p>
      {isSetAside(entry) && <p className="text-quiet text-small">{t('setAside')}</p>}
      {next && <p className="text-quiet text-small">{t(`next.${next}`)}</p>}
      {canContinue && entry.runId && <ContinueButton runId={entry.runId} />}
      <EntryActions {...{ sessionId, entry }} />
    </article>
  )
}

/** Continues a Run that a limit or an error has ended. */
function ContinueButton({ runId }: { runId: string }) {
  const t = useTranslations('session.continueButton')
  const key = useRef(newKey())
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      fetchApi('POST /api/runs/{id}/continue', { params: { id: runId }, body: {}, key: key.current }),
  })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3">
      <Button off={isPending || isSuccess} onClick={() => mutate()}>
        {t('continue')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
    </div>
  )
}
