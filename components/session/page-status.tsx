import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isMine } from '@/components/call/set/deciding'
import { verdictText } from '@/components/call/verdict-line'
import { useServerText } from '@/components/text/server-words'
import { COLUMN } from '@/components/ui/looks'
import { trackDecisions } from '@/lib/client/live/decision-tracker'
import type { LiveState } from '@/lib/client/live/tab-channel'
import type { Call } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'

/** The only live region. It is there from the start, or the first news would be missed. */
export function PageStatus({ live, announcement }: { live: LiveState; announcement: string }) {
  const t = useTranslations('session.pageStatus')
  const connection = useConnection(live)
  return (
    <div id="page-status" role="status" aria-atomic="false" className={COLUMN}>
      <span className="sr-only">{announcement}</span>
      <span className={connection === 'well' ? 'hidden' : 'block py-1 text-small'}>
        {connection === 'away' && <Reconnecting />}
        {connection === 'back' && t('back')}
      </span>
    </div>
  )
}

/** How long the page says that the connection is back. */
const BACK_MS = 4_000

/** `away`: the server cannot be reached; `back`: it was away until a moment ago. */
function useConnection(live: LiveState): 'well' | 'away' | 'back' {
  const [isBack, setBack] = useState(false)
  const wasAway = useRef(false)
  useEffect(() => {
    setBack(live === 'live' && wasAway.current)
    wasAway.current = live === 'reconnecting' || (wasAway.current && live !== 'live')
  }, [live])
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [isBack])
  if (live === 'reconnecting') return 'away'
  return isBack ? 'back' : 'well'
}

/** The server is away, or the network. */
export function Reconnecting() {
  const t = useTranslations('session.pageStatus')
  return (
    <>
      <span>{t('reconnecting')}</span> {t('offline')}
    </>
  )
}

/** What a screen reader announces when a session changes. */
export function useAnnouncement(view: SessionView): string {
  const [announcement, setNews] = useState('')
  const last = useRef<SessionView | null>(null)
  const [decisionsIn] = useState(trackDecisions)
  const t = useTranslations('session.news')
  const tVerdict = useTranslations('call.verdict')
  const say = useServerText()
  useEffect(() => {
    const before = last.current
    last.current = view
    const verdicts = decisionsIn(view).map(({ callId, tool, ...decision }) => {
      const isElsewhere = decision.by.type === 'person' && !isMine(callId)
      return t(isElsewhere ? 'elsewhere' : 'decided', { tool, verdict: verdictText(tVerdict, decision) })
    })
    const { lastRun, session } = view
    const isFailed = before && lastRun?.error && before.lastRun?.id !== lastRun.id
    const isFullEnded = before?.session.mode === 'full' && session.mode !== 'full'
    const isNew = verdicts.length > 0 || waitingIds(before) !== waitingIds(view)
    const tools = isNew ? waitingIn(view).map(({ tool }) => tool) : []
    const sentences = [
      ...verdicts,
      isFailed && t('failed', { error: say(lastRun.errorMessage, lastRun.error ?? '') }),
      isFullEnded && t('fullEnded', { mode: session.mode }),
      tools.length > 0 && t('waiting', { count: tools.length, tools: tools.join(', ') }),
    ].filter(Boolean)
    if (sentences.length > 0) setNews(sentences.join(' '))
  }, [view, decisionsIn, t, tVerdict, say])
  return announcement
}

const waitingIn = (view: SessionView | null): Call[] =>
  (view?.pendingSets ?? []).flatMap(set => set.calls).filter(isWaiting)

const waitingIds = (view: SessionView | null): string =>
  waitingIn(view)
    .map(({ id, digest }) => `${id} ${digest}`)
    .join()

/**
 * Sets the title of the tab, and keeps it: the title that the server sends may arrive later than the page, and does not
 * know what has happened since.
 */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title
    let own = document.title
    const keep = (): void => {
      if (document.title === own) return
      document.title = title
      own = document.title
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [title])
}
