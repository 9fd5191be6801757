import { useCallback, useMemo, useState } from 'react'
import { type ApiProblem, isProblem } from '@/lib/client/api-problem'
import { useDecide } from '@/lib/client/use-decide'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { SessionView } from '@/lib/domain/view'
import type { Deciding } from './deciding'
import { useDecidedElsewhere } from './use-decided-elsewhere'
import { useUndo } from './use-undo'
import { useVerdictFocus } from './use-verdict-focus'

/** Decisions made in this tab, and what follows from them for focus and for what is said. */
export function useDeciding(view: SessionView): Deciding {
  const send = useDecide(view.session.id)
  const { elsewhere, isMine, claim, disclaim } = useDecidedElsewhere(view)
  const followVerdict = useVerdictFocus(view)
  const { busy, during } = useBusy()
  const { undo: takeBack, isBack, late } = useUndo(view.session.id)

  const decide = useCallback(
    (setId: string, decisions: DecisionInput[], holdMs = 0): Promise<ApiProblem | null> => {
      const ids = decisions.map(decision => decision.callId)
      return during(ids, async () => {
        claim(ids)
        try {
          await send({ setId, input: { decisions, holdMs } })
          followVerdict(ids)
          return null
        } catch (error) {
          if (!isProblem(error)) throw error
          disclaim(ids, error.code === 'already_decided')
          if (error.code === 'already_decided') followVerdict(ids)
          return error
        }
      })
    },
    [send, claim, disclaim, followVerdict, during],
  )
  const undo = useCallback((ids: string[]) => during(ids, () => takeBack(ids)), [during, takeBack])
  const { tools } = view.session
  return useMemo(
    () => ({ decide, undo, busy, elsewhere, late, isMine, isBack, tools, mayDecide: true }),
    [decide, undo, busy, elsewhere, late, isMine, isBack, tools],
  )
}

/** Calls about which something is on its way. */
function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const during = useCallback(async <T>(ids: string[], work: () => Promise<T>): Promise<T> => {
    setBusy(known => new Set([...known, ...ids]))
    try {
      return await work()
    } finally {
      setBusy(known => new Set([...known].filter(id => !ids.includes(id))))
    }
  }, [])
  return { busy, during }
}
