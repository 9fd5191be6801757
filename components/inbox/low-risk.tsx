import { useTranslations } from 'use-intl'
import { DecisionButton } from '@/components/call/decision-button'
import { ownCalls } from '@/components/call/set/deciding'
import { sightOf, useSeenNames } from '@/components/call/set/use-seen-calls'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { type ApiProblem, fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { draftCallId, openForms } from '@/lib/client/decisions/call-drafts'
import { isPlainRead } from '@/lib/client/decisions/read-groups'
import { useObservable } from '@/lib/client/page/page-state'
import { KEYS, type WaitingSet } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'

/** Larger sets are reviewed in the document. */
const MOST_CALLS = 8

/** Plain reads only, each shown whole in its line. */
export const isLowRisk = ({ calls }: WaitingSet): boolean =>
  calls.length <= MOST_CALLS && calls.every(call => !isWaiting(call) || isPlainRead(call))

/** Approves the sets at the head of the list, which change nothing, as far as their lines have been on screen. */
export function LowRisk({ sets, onApproved }: { sets: WaitingSet[]; onApproved: (count: number) => void }) {
  const t = useTranslations('inbox.lowRisk')
  const { role } = useMe()
  const seenNames = useSeenNames()
  const forms = useObservable(openForms)
  const waiting = sets.map(({ calls }) => calls.filter(isWaiting))
  const inForms = new Set([...forms].map(draftCallId))
  const seen = waiting.filter(calls =>
    calls.every(call => seenNames.has(sightOf(call)) && !inForms.has(call.id)),
  )
  const count = seen.flat().length
  const approve = useChange(approveSets, {
    refetches: [KEYS.pendingSets],
    onDone: ({ approved }) => onApproved(approved),
  })
  const alert = <ProblemAlert error={approve.error ?? approve.data?.problem ?? null} />
  if (sets.length === 0) return alert
  return (
    <section aria-labelledby="low-risk">
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
      {alert}
    </section>
  )
}

/** Each set by itself: what is refused of one keeps none of the others back. */
async function approveSets(sets: WaitingCall[][], key: string) {
  let [approved, problem]: [number, ApiProblem | null] = [0, null]
  await Promise.all(
    sets.map(async calls => {
      const params = { id: calls[0]?.setId ?? '' }
      const decisions = calls.map(call => ({ callId: call.id, digest: call.digest, ...SEEN }))
      const added = calls.map(({ id }) => id).filter(id => !ownCalls.has(id))
      for (const id of added) ownCalls.add(id)
      try {
        await fetchApi('POST /api/sets/{id}/decisions', { params, body: { decisions }, key })
        approved += calls.length
      } catch (error) {
        for (const id of added) ownCalls.delete(id)
        if (!isProblem(error)) throw error
        problem = error
      }
    }),
  )
  return { approved, problem }
}

const SEEN = { kind: 'approve', seen: 'whole' } as const
