'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ExampleRequests } from '@/components/session/example-requests'
import { MessageBox } from '@/components/session/message-box'
import { MenuButton } from '@/components/ui/menu-button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { newKey } from '@/lib/client/new-key'
import { ModelsAtHand } from './models-at-hand'

/** What this is, on one screen, and a first request within reach. */
export function FirstSteps({ models }: { models: ModelsAtHand }) {
  const t = useTranslations('desk.firstSteps')
  const say = useFirstMessage()
  return (
    <>
      <header className="page-head wide:hidden">
        <MenuButton target="sessions">{t('sessions')}</MenuButton>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <div className="column flex flex-col gap-5 py-8">
          <h1 className="font-semibold text-display">{t('heading')}</h1>
          <p>{t('proposes')}</p>
          <p>{t('shows')}</p>
          <p>{t('keeps')}</p>
          <h2 className="font-semibold">{t('begin')}</h2>
          <div className="flex flex-col items-start gap-3">
            <ExampleRequests say={say} />
          </div>
          <ModelsAtHand {...models} />
        </div>
      </div>
      <div className="column foot">
        <MessageBox place="first" say={say} />
      </div>
    </>
  )
}

/** Makes the session that the first message is said in; when that has to be said again, it is the same one. */
function useFirstMessage() {
  const router = useRouter()
  const client = useQueryClient()
  const sessionKey = useRef('')
  return useCallback(
    async (text: string, key: string): Promise<void> => {
      sessionKey.current ||= newKey()
      const session = await api.createSession({}, { key: sessionKey.current })
      await api.sendMessage(session.id, { text }, { key })
      void client.invalidateQueries({ queryKey: KEYS.allSessions })
      router.push(`/sessions/${session.id}`)
    },
    [router, client],
  )
}
