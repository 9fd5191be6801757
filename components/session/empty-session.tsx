'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button, MenuButton } from '@/components/ui/button'
import { COLUMN, FOOT, PAGE_HEAD } from '@/components/ui/looks'
import { fetchApi, isProblem, newKey } from '@/lib/client/api/fetch-api'
import { type SendMessage, useSendMessage } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import type { Session } from '@/lib/domain/session/session'
import { MessageBox } from './message-box'
import type { BoxSettings } from './setting-choices'

/** What the session starts with, where nobody chooses otherwise. */
type SessionStart = Pick<BoxSettings, 'model'> & Partial<BoxSettings>

/** An empty session. It is made with its first message, as it was set up to then. */
export function EmptySession({ defaults }: { defaults: SessionStart }) {
  const t = useTranslations('session')
  const { sendMessage, ...settings } = useFirstMessage(defaults)
  // On a touch screen the keyboard would cover what is to be read first.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches)
      document.querySelector<HTMLElement>('textarea[aria-keyshortcuts="m"]')?.focus()
  }, [])
  return (
    <>
      <header className={PAGE_HEAD}>
        <MenuButton target="sessions">{t('sessionHead.sessions')}</MenuButton>
        <h1 className="truncate font-semibold text-title">{t('newSession.heading')}</h1>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <div className={`${COLUMN} flex flex-col items-start gap-3 py-4`}>
          <p>{t('newSession.empty')}</p>
          <ExampleRequests sendMessage={sendMessage} />
        </div>
      </div>
      <div className={FOOT}>
        <MessageBox draftKey="new" sendMessage={sendMessage} {...settings} />
      </div>
    </>
  )
}

const EXAMPLES = ['file', 'list', 'files'] as const

/** Requests that work with any model, and with none: the demo reads each language of the page. */
function ExampleRequests({ sendMessage }: { sendMessage: SendMessage }) {
  const t = useTranslations('session.newSession.examples')
  const { send, isPending, error } = useSendMessage(sendMessage, () => undefined)
  return (
    <>
      <ul className="flex flex-col items-start gap-2">
        {EXAMPLES.map(example => (
          <li key={example}>
            <Button shape="example" off={isPending} onClick={() => send({ text: t(example) })}>
              {t(example)}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemAlert error={error} />
    </>
  )
}

/**
 * Makes a session for the first message, set as somebody chose; the server gives it the rest, which may have changed since
 * this page was read. `model` is the default one as far as is known here. A retry uses the same session, with what is set by
 * then.
 */
export function useFirstMessage(defaults: SessionStart, initial: Partial<BoxSettings> = NO_CHOICES) {
  const router = useRouter()
  const client = useQueryClient()
  const [choices, setChoices] = useState(initial)
  const settings: BoxSettings = { mode: 'ask', thinking: 'default', workspace: '', ...defaults, ...choices }
  const firstAttempt = useRef<FirstAttempt | null>(null)
  const sendMessage: SendMessage = useCallback(
    async (body, key) => {
      // There is no session yet that could be left.
      if (/^\s*\/(new|exit|q)\s*$/i.test(body.text)) return
      const session = await sessionFor(firstAttempt, choices)
      const params = { id: session.id }
      const answer = await fetchApi('POST /api/sessions/{id}/messages', { params, body, key })
      void client.invalidateQueries({ queryKey: KEYS.allSessions })
      router.push(`/sessions/${session.id}`)
      return answer
    },
    [router, client, choices],
  )
  const onSettings = (patch: Partial<BoxSettings>): void => setChoices(now => ({ ...now, ...patch }))
  return { sendMessage, settings, onSettings }
}

/** What the first attempt asked for, under its key: it may have been answered unheard. */
type FirstAttempt = { key: string; choices: Partial<BoxSettings> }

const NO_CHOICES: Partial<BoxSettings> = {}

async function sessionFor(
  firstAttempt: { current: FirstAttempt | null },
  choices: Partial<BoxSettings>,
): Promise<Session> {
  firstAttempt.current ??= { key: newKey(), choices }
  const first = firstAttempt.current
  const session = await fetchApi('POST /api/sessions', { body: first.choices, key: first.key }).catch(
    error => {
      // What was refused made nothing.
      if (!isProblem(error, 'unreachable', 'unreadable')) firstAttempt.current = null
      throw error
    },
  )
  if (first.choices === choices) return session
  return fetchApi('PATCH /api/sessions/{id}', { params: { id: session.id }, body: choices })
}
