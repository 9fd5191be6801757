'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlainProse } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import { readFreshView } from '@/lib/client/session-query'
import type { QueueItem, QueueMode } from '@/lib/domain/message'

const TEXT = {
  list: 'Queued messages',
  back: 'Take back',
  tooLate: 'It has reached the agent already.',
}

const WHEN: Record<QueueMode, string> = {
  steer: 'Reaches the agent before its next request.',
  followup: 'Begins when the run has ended.',
  collect: 'Begins when the run has ended, with what else is written until then.',
  interrupt: 'Begins as soon as the run has stopped.',
}

/** What was said and has not reached the agent yet; until then it can be taken back. */
export function QueuedMessages({ sessionId, queue }: { sessionId: string; queue: QueueItem[] }) {
  if (queue.length === 0) return null
  return (
    <ul aria-label={TEXT.list} className="queue">
      {queue.map(item => (
        <QueuedMessage key={item.id} sessionId={sessionId} item={item} />
      ))}
    </ul>
  )
}

function QueuedMessage({ sessionId, item }: { sessionId: string; item: QueueItem }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.deleteQueueItem(sessionId, item.id),
    onError: () => readFreshView(client, sessionId).catch(() => undefined),
  })
  return (
    <li className="flex items-start gap-3">
      <div className="min-w-0 grow">
        <div className="line-clamp-3">
          <PlainProse>{item.text}</PlainProse>
        </div>
        <p className="text-small text-quiet">{WHEN[item.mode]}</p>
        {error && (
          <p role="alert" className="text-small">
            {isProblem(error, 'not_found') ? TEXT.tooLate : <VisibleText>{error.message}</VisibleText>}
          </p>
        )}
      </div>
      <Button off={isPending} onClick={() => mutate()}>
        {TEXT.back}
      </Button>
    </li>
  )
}
