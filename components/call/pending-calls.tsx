'use client'

import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NeedsYou } from '@/components/ui/needs-you'
import { isWaiting } from '@/lib/domain/call-state'
import type { SessionView } from '@/lib/domain/view'
import { CallCard } from './call-card'
import { DecidedRow } from './decided-row'
import { HeldBar } from './held-bar'
import { SetBar } from './set-bar'
import { useCallKeys } from './use-call-keys'
import { useOpenRows } from './use-open-rows'
import { useSeen } from './use-seen'

type Props = {
  view: SessionView
  isWriting: () => boolean
  /** What stands above the Calls, where it has to be said whose they are. */
  head?: ReactNode
}

/** What waits for a person, docked where it cannot scroll away, and what was decided of it until it is settled. */
export function PendingCalls({ view, isWriting, head }: Props) {
  const t = useTranslations('call.pendingCalls')
  const list = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<ReactNode>(null)
  const waiting = useMemo(() => view.openSets.flatMap(set => set.calls).filter(isWaiting), [view.openSets])
  const { card } = useCards(
    waiting.map(call => call.id),
    isWriting,
  )
  const wasSeen = useSeen(
    list,
    waiting.map(call => ({ id: call.id, shown: call.digest })),
  )
  if (view.openSets.length === 0) return null
  return (
    <section aria-label={t('region')} data-dock className="dock">
      {head}
      <h2 className="dock-heading">
        {waiting.length > 0 && <NeedsYou />}
        {waiting.length > 0 ? t('waiting', { count: waiting.length }) : t('none')}
      </h2>
      <div ref={list} className="dock-list">
        {view.openSets.flatMap(set =>
          set.calls.map(call =>
            isWaiting(call) ? (
              <CallCard key={call.id} call={call} {...card(call.id)} />
            ) : (
              <DecidedRow key={call.id} {...{ call, set }} />
            ),
          ),
        )}
      </div>
      {problem && (
        <p role="alert" className="alert mx-4 mb-2">
          {problem}
        </p>
      )}
      <HeldBar sets={view.openSets} onProblem={setProblem} />
      {view.pendingSets.map(set => (
        <SetBar
          key={set.id}
          setId={set.id}
          wasSeen={wasSeen}
          calls={set.calls.filter(isWaiting)}
          onProblem={setProblem}
        />
      ))}
    </section>
  )
}

/** Which card keys act on, and which are open. */
function useCards(ids: string[], isWriting: () => boolean) {
  const [chosen, setChosen] = useState<string>()
  const { lookOf, setLook } = useOpenRows(ids[0])
  const current = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]
  const goTo = useCallback(
    (callId: string): void => {
      setChosen(callId)
      setLook(callId, 'open')
    },
    [setLook],
  )
  useCallKeys({ current, calls: ids, isWriting, onGo: goTo })
  const card = (callId: string) => ({
    isCurrent: callId === current,
    look: ids.length > 1 ? lookOf(callId) : null,
    onCurrent: setChosen,
    onLook: setLook,
  })
  return { card }
}
