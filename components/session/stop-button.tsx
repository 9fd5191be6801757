'use client'

import { useTranslations } from 'use-intl'
import { ActionButton } from '@/components/page/action-button'
import { fetchApi } from '@/lib/client/api/fetch-api'

/** Ends the active run and clears the queue. */
export const StopButton = ({ sessionId, isStopping }: { sessionId: string; isStopping: boolean }) => (
  <ActionButton
    shape="composer"
    off={isStopping}
    act={() => fetchApi('POST /api/sessions/{id}/stop', { params: { id: sessionId } })}
  >
    {useTranslations('session.stopButton')('stop')}
  </ActionButton>
)
