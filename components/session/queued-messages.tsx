'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { PlainProse } from '@/components/text/prose'
import { Button } from '@/components/ui/button'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { readFreshView } from '@/lib/client/queries/session-query'
import type { QueueItem } from '@/lib/domain/run/message'
import { AttachedFiles } from './attached-files'

/** Messages that have not reached the agent yet, and can be taken back until then. */
export function QueuedMessages({ sessionId, queue }: { sessionId: string; queue: QueueItem[] }) {
  const t = useTranslations('session.queuedMessages')
  return (
    <ul
      aria-label={t('list')}
      className="mb-2 flex flex-col gap-2 rounded-base border border-field border-dashed px-3 py-2"
    >
      {queue.map(item => (
        <QueuedMessage key={item.id} sessionId={sessionId} item={item} />
      ))}
    </ul>
  )
}

function QueuedMessage({ sessionId, item }: { sessionId: string; item: QueueItem }) {
  const t = useTranslations('session.queuedMessages')
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      fetchApi('DELETE /api/sessions/{id}/queue/{itemId}', { params: { id: sessionId, itemId: item.id } }),
    onError: () => readFreshView(client, sessionId).catch(() => undefined),
  })
  return (
    <li className="flex items-start gap-3">
      <div className="min-w-0 grow">
        <div className="line-clamp-3">
          <PlainProse>{item.text}</PlainProse>
        </div>
        {item.attachments && <AttachedFiles sessionId={sessionId} files={item.attachments} />}
        <p className="text-small text-quiet">{t(`when.${item.mode}`)}</p>
        {error && (
          <p role="alert" className="text-small">
            {isProblem(error, 'not_found') ? t('tooLate') : <ProblemText error={error} />}
          </p>
        )}
      </div>
      <Button off={isPending} onClick={() => mutate()}>
        {t('back')}
      </Button>
    </li>
  )
}
