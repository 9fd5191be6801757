import { useCallback, useMemo, useState } from 'react'
import { type ApiProblem, isProblem } from '@/lib/client/api-problem'
import { useDecide } from '@/lib/client/use-decide'
import type { CallSet } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { SessionView } from '@/lib/domain/view'
import type { Deciding } from './deciding'
import { useDecidedElsewhere } from './use-decided-elsewhere'
import { useVerdictFocus } from './use-verdict-focus'

/** Decisions made in this tab, and what follows from them for focus and for what is said. */
export function useDeciding(view: SessionView): Deciding {
  const send = useDecide(view.session.id)
  const { elsewhere, isMine, claim, disclaim } = useDecidedElsewhere(view)
  const followVerdict = useVerdictFocus(view)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const decide = useCallback(
    async (set: CallSet, decisions: DecisionInput[]): Promise<ApiProblem | null> => {
      const ids = decisions.map(decision => decision.callId)
      setBusy(known => new Set([...known, ...ids]))
      claim(ids)
      try {
        await send({ setId: set.id, input: { decisions } })
        followVerdict(ids)
        return null
      } catch (error) {
        if (!isProblem(error)) throw error
        disclaim(ids, error.code === 'already_decided')
        if (error.code === 'already_decided') followVerdict(ids)
        return error
      } finally {
        setBusy(known => new Set([...known].filter(id => !ids.includes(id))))
      }
    },
    [send, claim, disclaim, followVerdict],
  )
  return useMemo(() => ({ decide, busy, elsewhere, isMine }), [decide, busy, elsewhere, isMine])
}
