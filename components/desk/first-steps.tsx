'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useRef } from 'react'
import { ExampleRequests } from '@/components/session/example-requests'
import { MessageBox } from '@/components/session/message-box'
import { MenuButton } from '@/components/ui/menu-button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { newKey } from '@/lib/client/new-key'

const TEXT = {
  sessions: 'Sessions',
  heading: 'An agent proposes. You countersign.',
  what: [
    'Say what should be done. The agent answers with calls: read this file, write that one. None of them runs until you have looked at it.',
    'Each call shows what it would do, as it would be done: a change as a diff, a read by its path. You approve it, edit it first, or deny it with a reason that the agent reads.',
    'Everything is kept: leave, come back from another tab, stop the server. What waits for you waits where it was.',
  ],
  begin: 'Begin with one of these, or write your own.',
  demo: 'No model is set up yet, so scripted:demo answers: a small program, no language model. It understands requests like these. For a real model, set a provider’s key or COMPATIBLE_BASE_URL and start again.',
}

/** What this is, on one screen, and a first request within reach. */
export function FirstSteps({ isDemo }: { isDemo: boolean }) {
  const say = useFirstMessage()
  return (
    <>
      <header className="page-head wide:hidden">
        <MenuButton target="sessions">{TEXT.sessions}</MenuButton>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <div className="column flex flex-col gap-5 py-8">
          <h1 className="font-semibold text-display">{TEXT.heading}</h1>
          {TEXT.what.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="font-semibold">{TEXT.begin}</p>
          <div className="flex flex-col items-start gap-3">
            <ExampleRequests say={say} />
          </div>
          {isDemo && <p className="text-small text-quiet">{TEXT.demo}</p>}
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
