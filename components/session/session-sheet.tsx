'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Deciding } from '@/components/call/set/deciding'
import { DockPlace, expectDock } from '@/components/call/set/dock-place'
import { lazyPart } from '@/components/page/lazy-part'
import { Button, MenuButton } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import { FOOT, PAGE_HEAD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { callDrafts } from '@/lib/client/decisions/call-drafts'
import { type SendMessage, unsentText } from '@/lib/client/decisions/use-send-message'
import type { LiveState } from '@/lib/client/live/tab-channel'
import { useObservable } from '@/lib/client/page/page-state'
import type { QueueMode } from '@/lib/domain/run/message'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { MessageBox } from './message-box'
import { PageStatus, useTitle } from './page-status'
import { SessionTitle } from './session-skeleton'
import { Transcript } from './transcript/transcript'

const BrokenSession = lazyPart(async () => (await import('@/components/health/record-state')).BrokenSession)
const ContextShare = lazyPart(async () => (await import('@/components/inspector/context-meter')).ContextShare)
const FullMode = lazyPart(async () => (await import('./full-mode')).FullMode)
const StopButton = lazyPart(async () => (await import('./stop-button')).StopButton)
const DemoOffer = lazyPart(async () => (await import('@/components/models/connect-button')).DemoOffer)
const QueuedMessages = lazyPart(async () => (await import('./queued-messages')).QueuedMessages)

type Props = {
  view: SessionView
  live: LiveState
  announcement: string
  onDeciding?: (deciding: Deciding) => void
}

/** A session as it is: its transcript, what waits for a person, and the message box. */
export function SessionSheet({ view, live, announcement, onDeciding }: Props) {
  const t = useTranslations('session.sessionSheet')
  const { id } = view.session
  const isWriting = useCallback(() => unsentText(id) !== '', [id])
  const sendMessage: SendMessage = useCallback(
    (body, key) => {
      expectDock()
      return fetchApi('POST /api/sessions/{id}/messages', { params: { id }, body, key })
    },
    [id],
  )
  const { activeRun: run, queue, transcript } = view
  const { pendingCalls } = view.session
  return (
    <>
      <SessionHead
        session={view.session}
        beside={
          <>
            {view.context && <ContextShare view={view} />}
            <InspectorButton view={view} />
          </>
        }
      />
      {view.session.mode === 'full' && <FullMode session={view.session} />}
      {view.record && <BrokenSession session={view.session} record={view.record} />}
      <Transcript key={id} view={view} whenEmpty={<p>{t('empty')}</p>} />
      <PageStatus live={live} announcement={announcement} />
      <DockPlace view={view} isWriting={isWriting} onDeciding={onDeciding} />
      <div className={FOOT}>
        <DemoNote key={`demo ${id}`} session={view.session} />
        <Drafts view={view} />
        {view.queue.length > 0 && <QueuedMessages sessionId={id} queue={view.queue} />}
        <MessageBox
          key={id}
          draftKey={id}
          sessionId={id}
          sendMessage={sendMessage}
          settings={view.session}
          isRunning={run !== undefined}
          placeholder={pendingCalls > 0 ? t('callsWait', { count: pendingCalls }) : undefined}
          lastText={(queue.at(-1) ?? transcript.findLast(({ kind }) => kind === 'user'))?.text}
          hint={delivery => hintFor(view, delivery)}
          beside={run && <StopButton sessionId={id} isStopping={run.stop !== undefined} />}
        />
      </div>
    </>
  )
}

/** What sending does just now; while Calls wait, also the keys that lead there and back. */
function Hint({ name }: { name: QueueMode | 'waiting' | 'planning' }) {
  const t = useTranslations('session.sessionSheet')
  const tDelivery = useTranslations('session.chips.hint')
  return (
    <>
      {name === 'waiting' || name === 'planning' ? t(name) : tDelivery(name)}
      {name === 'waiting' && (
        <span aria-hidden="true" className="touch:hidden">
          {t.rich('keys', { escape: () => <Key>Esc</Key>, message: () => <Key>m</Key> })}
        </span>
      )}
    </>
  )
}

function hintFor({ session, activeRun, pendingSets }: SessionView, delivery: QueueMode): ReactNode {
  // It also ends what waits.
  if (pendingSets.length > 0 && !(activeRun && delivery === 'interrupt')) return <Hint name="waiting" />
  if (activeRun) return <Hint name={delivery} />
  return session.mode === 'plan' && <Hint name="planning" />
}

/** What was begun about Calls and not sent, in this browser. Without a network it is offered later. */
function Drafts({ view }: { view: SessionView }) {
  return useObservable(callDrafts).size > 0 && <KeptDrafts view={view} />
}

const KeptDrafts = lazyPart(async () => (await import('@/components/call/forms/kept-drafts')).KeptDrafts)

/** Whoever talks to the demo is offered a model. */
function DemoNote({ session }: { session: Session }) {
  const isDemo = session.model === 'scripted:demo'
  const [wasDemo] = useState(isDemo)
  if (!isDemo && !wasDemo) return null
  return <DemoOffer sessionId={session.id} isDemo={isDemo} />
}

/** Sets the tab's title, too, which counts the waiting Calls. */
function SessionHead({ session, beside }: { session: Session; beside?: ReactNode }) {
  const t = useTranslations('session.sessionHead')
  const { title, pendingCalls } = session
  const count = pendingCalls > 0 ? `(${pendingCalls}) ` : ''
  useTitle(`${count}${withVisibleEscapes(title)} · Countersign`)
  return (
    <header className={PAGE_HEAD}>
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <SessionTitle session={session} />
      {beside}
    </header>
  )
}

const Inspector = lazyPart(async () => (await import('@/components/inspector/inspector')).Inspector)

function InspectorButton({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.inspector')
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => {
    setIsOpen(false)
    button.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <span ref={button} className="ml-auto">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('name')}
        </Button>
      </span>
      {isOpen && <Inspector view={view} onClose={close} />}
    </>
  )
}
