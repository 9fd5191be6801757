'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { MenuButton } from '@/components/shell/sidebar'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { COLUMN, PAGE_HEAD, ROW_LINK } from '@/components/ui/looks'
import { fetchApi, isProblem, newKey } from '@/lib/client/api/fetch-api'
import { type SendMessage, useSendMessage } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { readCommand } from '@/lib/domain/session/commands'
import type { Session } from '@/lib/domain/session/session'
import { MessageBox } from './message-box'
import type { BoxSettings } from './setting-choices'

/** What the session starts with, where nobody chooses otherwise. */
type SessionStart = Pick<BoxSettings, 'model'> & Partial<BoxSettings>

/** An empty session. It is made with its first message, as it was set up to then. */
export function EmptySession({ defaults }: { defaults: SessionStart }) {
  const t = useTranslations('session')
  const { sendMessage, ...settings } = useFirstMessage(defaults)
  const { role } = useMe()
  // On a touch screen the keyboard would cover what is to be read first.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches)
      document.querySelector<HTMLElement>('textarea[aria-keyshortcuts="m"]')?.focus()
  }, [])
  return (
    <>
      <header className={PAGE_HEAD}>
        <MenuButton />
        <h1 className="truncate font-semibold text-title">{t('newSession.heading')}</h1>
      </header>
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        {/* Hung from the top: what comes later pushes nothing. */}
        <div className={`${COLUMN} flex flex-col gap-6 pt-[max(24px,18dvh)] pb-6`}>
          <h2 className="font-semibold text-display max-phone:text-title">{t('newSession.what')}</h2>
          <MessageBox
            draftKey="new"
            placeholder={t('newSession.placeholder')}
            sendMessage={sendMessage}
            {...settings}
          />
          {role !== 'viewer' && (
            <ExampleRequests folder={settings.settings.workspace} sendMessage={sendMessage} />
          )}
          <RecentSessions />
        </div>
      </div>
    </>
  )
}

const EXAMPLES = ['file', 'list', 'files'] as const

/** Requests that work with any model, and with none: the demo reads each language of the page. */
function ExampleRequests({ folder, sendMessage }: { folder: string; sendMessage: SendMessage }) {
  const t = useTranslations('session.newSession.examples')
  const { send, isPending, error } = useSendMessage(sendMessage, () => undefined)
  const query = { path: folder, limit: 1, q: '' }
  const files = useRead(KEYS.paths(folder, 'file', ' first'), 'GET /api/workspace/files', { query })
  const path = files.data?.items[0]?.path
  // Where there is a file, one of them is about it.
  const texts = EXAMPLES.map(example => (example === 'file' && path ? t('read', { path }) : t(example)))
  return (
    <>
      <ul className={`flex flex-col items-start gap-2 ${files.isLoading ? 'invisible' : ''}`}>
        {texts.map(text => (
          <li key={text}>
            <Button shape="example" off={isPending} onClick={() => send({ text })}>
              <VisibleText isLine>{text}</VisibleText>
            </Button>
          </li>
        ))}
      </ul>
      <ProblemAlert error={error} />
    </>
  )
}

const MOST_RECENT = 3

/** The way back to what was done last. */
function RecentSessions() {
  const t = useTranslations('session.newSession')
  const { data } = useRead(KEYS.sessions(''), 'GET /api/sessions', { query: { q: '' } })
  const recent = data?.items.slice(0, MOST_RECENT) ?? []
  if (recent.length === 0) return null
  return (
    <section aria-label={t('recent')}>
      <h3 className="pb-1 text-quiet text-small">{t('recent')}</h3>
      <ul>
        {recent.map(({ id, title, updatedAt }) => (
          <li
            key={id}
            className="relative flex items-baseline justify-between gap-4 border-hairline border-t py-2 hover:bg-hover"
          >
            <Link href={`/sessions/${id}`} prefetch={false} className={`min-w-0 truncate ${ROW_LINK}`}>
              <VisibleText isLine>{title}</VisibleText>
            </Link>
            <span className="flex-none text-quiet text-small">
              <Clock at={updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
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
  const onSettings = (patch: Partial<BoxSettings>): void => setChoices(now => ({ ...now, ...patch }))
  const sendMessage: SendMessage = async (body, key) => {
    const patch = body.attachments?.length ? null : localCommand(body.text)
    if (patch) {
      onSettings(patch)
      return
    }
    const { id } = await sessionFor(firstAttempt, choices)
    const answer = await fetchApi('POST /api/sessions/{id}/messages', { params: { id }, body, key })
    void client.invalidateQueries({ queryKey: KEYS.allSessions })
    router.push(`/sessions/${id}`)
    return answer
  }
  return { sendMessage, settings, onSettings }
}

/** What the first attempt asked for, under its key: it may have been answered unheard. */
type FirstAttempt = { key: string; choices: Partial<BoxSettings> }

const NO_CHOICES: Partial<BoxSettings> = {}

/** What a command sets where there is no session yet, which could neither be left; null if it needs one. */
function localCommand(text: string): Partial<BoxSettings> | null {
  const sent = readCommand(text)
  if (sent.kind !== 'command') return null
  const { command, argument } = sent
  const isOffered = command.argument.slice(1, -1).split(' | ').includes(argument)
  if (['new', 'exit', 'q'].includes(command.name)) return argument === '' ? {} : null
  if (command.name === 'plan') return argument === '' ? { mode: 'plan', modeExpiresAt: undefined } : null
  if (command.name === 'think' && isOffered) return { thinking: argument as Session['thinking'] }
  if (command.name === 'mode' && isOffered && !argument.startsWith('full'))
    return { mode: argument as Session['mode'], modeExpiresAt: undefined }
  // Another model may not have the level that was chosen.
  return command.name === 'model' && /^[a-z-]+:\S+$/.test(argument)
    ? { model: argument, thinking: 'default' }
    : null
}

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
