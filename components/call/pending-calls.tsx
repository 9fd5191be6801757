'use client'

import { type ReactNode, useMemo, useRef, useState } from 'react'
import { VisibleText } from '@/components/text/visible-text'
import { NeedsYou } from '@/components/ui/needs-you'
import { isWaiting } from '@/lib/domain/call-state'
import type { SessionView } from '@/lib/domain/view'
import { CallCard } from './call-card'
import { DecidedRow } from './decided-row'
import { SetBar } from './set-bar'
import { useCallKeys } from './use-call-keys'
import { useSeen } from './use-seen'

const TEXT = {
  region: 'Pending calls',
  one: '1 call waiting',
  many: (count: number) => `${count} calls waiting`,
  none: 'Decided, at work',
}

type Props = {
  view: SessionView
  isWriting: () => boolean
  /** What stands above the Calls, where it has to be said whose they are. */
  head?: ReactNode
}

/** What waits for a person, docked where it cannot scroll away, and what was decided of it until it is settled. */
export function PendingCalls({ view, isWriting, head }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = useMemo(() => view.openSets.flatMap(set => set.calls).filter(isWaiting), [view.openSets])
  const ids = useMemo(() => waiting.map(call => call.id), [waiting])
  const current = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]
  const wasSeen = useSeen(
    list,
    waiting.map(call => ({ id: call.id, shown: call.digest })),
  )
  useCallKeys({ current, calls: ids, isWriting, onCurrent: setChosen })
  if (view.openSets.length === 0) return null
  return (
    <section aria-label={TEXT.region} data-dock className="dock">
      {head}
      <h2 className="dock-heading">
        {waiting.length > 0 && <NeedsYou />}
        {headingOf(waiting.length)}
      </h2>
      <div ref={list} className="dock-list">
        {view.openSets.flatMap(set =>
          set.calls.map(call =>
            isWaiting(call) ? (
              <CallCard
                key={call.id}
                {...{ call, set }}
                isCurrent={call.id === current}
                onCurrent={() => setChosen(call.id)}
              />
            ) : (
              <DecidedRow key={call.id} {...{ call, set }} />
            ),
          ),
        )}
      </div>
      {problem && (
        <p role="alert" className="alert mx-4 mb-2">
          <VisibleText>{problem}</VisibleText>
        </p>
      )}
      {view.pendingSets.map(set => (
        <SetBar
          key={set.id}
          {...{ set, wasSeen }}
          calls={set.calls.filter(isWaiting)}
          onProblem={setProblem}
        />
      ))}
    </section>
  )
}

function headingOf(count: number): string {
  if (count === 0) return TEXT.none
  return count === 1 ? TEXT.one : TEXT.many(count)
}
