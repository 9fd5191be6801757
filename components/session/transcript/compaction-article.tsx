import { useTranslations } from 'use-intl'
import { ActionButton } from '@/components/page/action-button'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER_TEXT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useOpen } from '@/lib/client/page/page-state'
import type { CompactionLine } from '@/lib/domain/run/compaction'
import type { Entry } from '@/lib/domain/session/entry'
import { EntryActions } from './entry-actions'

type Props = { sessionId: string; entry: Entry; line: CompactionLine }

/** Text in the middle of a dashed line. */
const DIVIDER =
  'flex items-center gap-3 text-[0.8125rem] before:flex-1 before:border-field before:border-t before:border-dashed after:flex-1 after:border-field after:border-t after:border-dashed'

/** Stands where earlier messages left the agent's context: how many, what replaced them, and how to undo it. */
export function CompactionArticle({ sessionId, entry, line }: Props) {
  const t = useTranslations('session.compaction')
  const [isOpen, setOpen] = useOpen(entry.id)
  const { dropped, before, after, method, undone } = line
  return (
    <article aria-label={t(method)} className="relative flex flex-col gap-2 touch:pr-11">
      <p className={DIVIDER}>
        <span>{t(method === 'summary' ? 'summarised' : 'leftOut', { count: dropped })}</span>
      </p>
      <p className="tabular-nums text-center text-quiet text-small">
        {t('sizes', {
          before: before.messages,
          after: after.messages,
          tokensBefore: before.tokens,
          tokensAfter: after.tokens,
        })}{' '}
        {t(`why.${line.why}`)}
      </p>
      {method === 'summary' ? (
        <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary className="cursor-pointer font-semibold">{t('open')}</summary>
          <div className={`${PAPER_TEXT} mt-2`}>
            <Prose>{entry.text}</Prose>
          </div>
        </details>
      ) : (
        <p className="text-center text-quiet text-small">
          <VisibleText>{entry.text}</VisibleText>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <a className="underline" href={`#seq-${line.from}`}>
          {t('original')}
        </a>
        {undone ? (
          <span className="text-quiet">{t('undone')}</span>
        ) : (
          <ActionButton
            act={key =>
              fetchApi('POST /api/sessions/{id}/compactions/{compactionId}/undo', {
                params: { id: sessionId, compactionId: entry.id },
                key,
              })
            }
          >
            {t('undo')}
          </ActionButton>
        )}
      </div>
      <EntryActions sessionId={sessionId} entry={entry} />
    </article>
  )
}
