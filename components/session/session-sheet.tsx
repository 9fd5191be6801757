import { useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Deciding } from '@/components/call/set/deciding'
import { DockPlace, expectDock } from '@/components/call/set/dock-place'
import { lazyPart } from '@/components/page/lazy-part'
import { LazyActions, LazyRename } from '@/components/sessions/session-row'
import { useMe } from '@/components/shell/me'
import { MenuButton } from '@/components/shell/sidebar'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { FOOT, PAGE_HEAD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { callDrafts } from '@/lib/client/decisions/call-drafts'
import { type SendMessage, unsentText } from '@/lib/client/decisions/use-send-message'
import type { LiveState } from '@/lib/client/live/tab-channel'
import { useObservable } from '@/lib/client/page/page-state'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { MessageBox } from './message-box'
import { PageStatus, useTitle } from './page-status'
import { SessionTitle } from './session-skeleton'
import { Transcript } from './transcript/transcript'

const BrokenSession = lazyPart(async () => (await import('@/components/health/record-state')).BrokenSession)
const FullMode = lazyPart(async () => (await import('./full-mode')).FullMode)
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
  const tDelivery = useTranslations('session.chips.hint')
  const { activeRun: run, queue, transcript, session } = view
  const { id, pendingCalls } = session
  const isWriting = useCallback(() => unsentText(id) !== '', [id])
  const sendMessage: SendMessage = (body, key) => {
    expectDock()
    return fetchApi('POST /api/sessions/{id}/messages', { params: { id }, body, key })
  }
  return (
    <>
      <SessionHead view={view} />
      {session.mode === 'full' && <FullMode session={session} />}
      {view.record && <BrokenSession session={session} record={view.record} />}
      <Transcript key={id} view={view} whenEmpty={<p>{t('empty')}</p>} />
      <PageStatus live={live} announcement={announcement} />
      <DockPlace view={view} isWriting={isWriting} onDeciding={onDeciding} />
      <div className={FOOT}>
        <DemoNote key={`demo ${id}`} session={session} />
        <Drafts view={view} />
        {queue.length > 0 && <QueuedMessages sessionId={id} queue={queue} />}
        <MessageBox
          key={id}
          draftKey={id}
          sessionId={id}
          sendMessage={sendMessage}
          settings={session}
          run={run}
          isAside={pendingCalls > 0}
          placeholder={pendingCalls > 0 ? t('callsWait', { count: pendingCalls }) : undefined}
          lastText={(queue.at(-1) ?? transcript.findLast(({ kind }) => kind === 'user'))?.text}
          hint={delivery =>
            run && delivery !== 'steer' ? tDelivery(delivery) : session.mode === 'plan' && t('planning')
          }
        />
      </div>
    </>
  )
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

/** What the session is, and what can be done with it. Sets the tab's title, too, which counts the waiting Calls. */
function SessionHead({ view }: { view: SessionView }) {
  const t = useTranslations('session.sessionHead')
  const tValue = useTranslations('session.chips.value')
  const { session } = view
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'actions' | 'rename' | null>(null)
  const isReader = useMe().role === 'viewer'
  const count = session.pendingCalls > 0 ? `(${session.pendingCalls}) ` : ''
  useTitle(`${count}${withVisibleEscapes(session.title)} · Countersign`)
  const close = (): void => {
    setOpen(null)
    more.current?.focus()
  }
  return (
    <header className={PAGE_HEAD}>
      <MenuButton />
      {open === 'rename' ? (
        <div className={RENAME}>
          <LazyRename session={session} onDone={close} />
        </div>
      ) : (
        <SessionTitle session={session} onRename={isReader ? undefined : () => setOpen('rename')} />
      )}
      <p className="min-w-0 truncate text-quiet text-small max-phone:hidden">
        {session.model.replace(/^[^:]*:/, '')} · {tValue(session.mode)}
      </p>
      <span className="relative ml-auto flex-none">
        <Button
          ref={more}
          variant="bare"
          shape="round"
          aria-label={t('more')}
          aria-haspopup="menu"
          aria-expanded={open === 'actions'}
          onClick={() => setOpen(open ? null : 'actions')}
        >
          <span aria-hidden="true">⋯</span>
        </Button>
        {open === 'actions' && (
          <LazyActions
            session={session}
            isCurrent
            more={more}
            onRename={() => setOpen('rename')}
            onLeave={close}
            onClose={() => setOpen(null)}
          />
        )}
      </span>
      <InspectorButton view={view} />
    </header>
  )
}

/** The form of the list, in one line. */
const RENAME = 'min-w-0 max-w-120 grow *:flex-row *:flex-nowrap *:items-center *:p-0'

const Inspector = lazyPart(async () => (await import('@/components/inspector/inspector')).Inspector)

function InspectorButton({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.inspector')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        className="flex-none max-phone:px-0"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="max-phone:sr-only">{t('name')}</span>
        <span aria-hidden="true" className="phone:hidden">
          <Icon name="details" />
        </span>
      </Button>
      {isOpen && <Inspector view={view} onClose={close} />}
    </>
  )
}
