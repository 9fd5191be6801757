'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { newKey } from '@/lib/client/new-key'
import type { CompactionLine } from '@/lib/domain/compaction'
import type { Entry } from '@/lib/domain/entry'

type Props = { sessionId: string; entry: Entry; line: CompactionLine }

/** Where earlier messages left the agent's view: how much, what took their place, and the way back. */
export function CompactionArticle({ sessionId, entry, line }: Props) {
  const t = useTranslations('session.compaction')
  const { dropped, before, after, method, undone } = line
  return (
    <article aria-label={t(method)} className="compaction">
      <p className="compaction-line">
        <span>{t(method === 'summary' ? 'summarised' : 'leftOut', { count: dropped })}</span>
      </p>
      <p className="figures text-center text-quiet text-small">
        {t('sizes', {
          before: before.messages,
          after: after.messages,
          tokensBefore: before.tokens,
          tokensAfter: after.tokens,
        })}{' '}
        {t(`why.${line.why}`)}
      </p>
      {method === 'summary' ? (
        <details>
          <summary className="cursor-pointer font-semibold">{t('open')}</summary>
          <div className="paper-block mt-2 px-2.5 py-1">
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
          <UndoButton {...{ sessionId, id: entry.id }} />
        )}
      </div>
    </article>
  )
}

/** The next request sees the originals again. */
function UndoButton({ sessionId, id }: { sessionId: string; id: string }) {
  const t = useTranslations('session.compaction')
  const key = useRef(newKey())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.undoCompaction(sessionId, id, { key: key.current }),
    onError: () => {
      key.current = newKey()
    },
  })
  return (
    <>
      <Button off={isPending} onClick={() => mutate()}>
        {t('undo')}
      </Button>
      {error && (
        <p role="alert" className="text-small">
          <VisibleText>{error.message}</VisibleText>
        </p>
      )}
    </>
  )
}
