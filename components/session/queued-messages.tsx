import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ActionButton } from '@/components/page/action-button'
import { PlainProse } from '@/components/text/prose'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { readFreshView } from '@/lib/client/queries/session-query'
import type { QueueItem } from '@/lib/domain/run/message'
import { AttachedFiles } from './attached-files'

/** Messages that have not reached the agent yet, and can be taken back until then. */
export function QueuedMessages({ sessionId, queue }: { sessionId: string; queue: QueueItem[] }) {
  const t = useTranslations('session.queuedMessages')
  const client = useQueryClient()
  // What cannot be taken back has reached the agent, and is listed no longer.
  const takeBack = (itemId: string) =>
    fetchApi('DELETE /api/sessions/{id}/queue/{itemId}', { params: { id: sessionId, itemId } }).catch(
      async error => {
        await readFreshView(client, sessionId).catch(() => undefined)
        throw error
      },
    )
  return (
    <ul
      aria-label={t('list')}
      className="mb-2 flex flex-col gap-2 rounded-base border border-field border-dashed px-3 py-2"
    >
      {queue.map(({ id, text, attachments, mode }) => (
        <li key={id} className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <div className="line-clamp-3">
              <PlainProse>{text}</PlainProse>
            </div>
            {attachments && <AttachedFiles sessionId={sessionId} files={attachments} />}
            <p className="text-small text-quiet">{t(`when.${mode}`)}</p>
          </div>
          <ActionButton act={() => takeBack(id)}>{t('back')}</ActionButton>
        </li>
      ))}
    </ul>
  )
}
