import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionButton } from '@/components/call/decision-button'
import { ownCalls } from '@/components/call/set/use-deciding'
import { sightOf, useSeenCalls, useSeenNames } from '@/components/call/set/use-seen-calls'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { isPlainRead } from '@/lib/client/decisions/read-groups'
import { KEYS, type WaitingSet } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'

/** Larger sets are reviewed in the document. */
const MOST_CALLS = 8

/** Plain reads only, each shown whole in its line. */
export const isLowRisk = ({ calls }: WaitingSet): boolean =>
  calls.length <= MOST_CALLS && calls.every(call => !isWaiting(call) || isPlainRead(call))

type Props = { sets: WaitingSet[]; onApproved: (count: number) => void; children: ReactNode }

/** Sets that change nothing, approved together as far as their lines have been on screen. */
export function LowRisk({ sets, onApproved, children }: Props) {
  const t = useTranslations('inbox.lowRisk')
  const { role } = useMe()
  const section = useRef<HTMLElement>(null)
  useSeenCalls(section)
  const seenNames = useSeenNames()
  const waiting = sets.map(({ calls }) => calls.filter(isWaiting))
  const seen = waiting.filter(calls => calls.every(call => seenNames.has(sightOf(call))))
  const count = seen.flat().length
  const approve = useChange(approveSets, { refetches: [KEYS.pendingSets], onDone: () => onApproved(count) })
  return (
    <section ref={section} aria-labelledby="low-risk">
      <header className="flex min-h-12 items-center justify-between gap-3 border-hairline border-b px-4 py-1">
        <h2 id="low-risk" className="font-semibold">
          {t('heading', { count: waiting.flat().length })}
        </h2>
        {role !== 'viewer' && (
          <DecisionButton
            off={approve.isPending || count === 0}
            version={seen.flat().map(sightOf).join()}
            onClick={() => approve.mutate(seen)}
          >
            {t('approve', { count })}
          </DecisionButton>
        )}
      </header>
      <ProblemAlert error={approve.error} />
      <ol>{children}</ol>
    </section>
  )
}

/** Each set by itself: what was refused of one keeps none of the others back. */
async function approveSets(sets: WaitingCall[][], key: string): Promise<void> {
  const answers = await Promise.allSettled(
    sets.map(calls => {
      const params = { id: calls[0]?.setId ?? '' }
      const decisions = calls.map(call => ({ callId: call.id, digest: call.digest, ...SEEN }))
      for (const { id } of calls) ownCalls.add(id)
      return fetchApi('POST /api/sets/{id}/decisions', { params, body: { decisions }, key }).catch(
        problem => {
          for (const { id } of calls) ownCalls.delete(id)
          throw problem
        },
      )
    }),
  )
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
}

const SEEN = { kind: 'approve', seen: 'whole' } as const
