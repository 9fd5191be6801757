import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '@/components/shell/me'
import { type ApiProblem, fetchApi, isProblem, newKey } from '@/lib/client/api/fetch-api'
import { pageAim } from '@/lib/client/decisions/key-aim'
import { trackDecisions } from '@/lib/client/live/decision-tracker'
import { readFreshView } from '@/lib/client/queries/session-query'
import type { DecideInput, DecisionInput } from '@/lib/domain/call/decision-request'
import type { SessionView } from '@/lib/domain/session/view'
import { type Deciding, isMine, ownCalls, undoneCalls } from './deciding'
import { useVerdictFocus } from './use-verdict-focus'

/** Decisions made in this tab, with what follows for the focus and the announcements. */
export function useDeciding(view: SessionView): Deciding {
  const send = useDecide(view.session.id)
  const { elsewhere, add } = useDecidedElsewhere(view)
  const followVerdict = useVerdictFocus(view)
  const { busy, during } = useBusy()
  const { undo: undoApprovals, late } = useUndo(view.session.id)

  const decide = useCallback(
    (setId: string, decisions: DecisionInput[], holdMs = 0): Promise<ApiProblem | null> => {
      const ids = decisions.map(decision => decision.callId)
      return during(ids, async () => {
        for (const id of ids) ownCalls.add(id)
        pageAim.tell({ type: 'ruled', ids })
        const focus = { callId: ids.at(-1) ?? '', from: document.activeElement }
        try {
          await send({ setId, input: { decisions, holdMs } })
          followVerdict(focus)
          return null
        } catch (error) {
          pageAim.tell({ type: 'refused', ids })
          if (!isProblem(error)) throw error
          for (const id of ids) ownCalls.delete(id)
          if (error.code === 'already_decided') {
            add(ids)
            followVerdict(focus)
          }
          return error
        }
      })
    },
    [send, add, followVerdict, during],
  )
  const undo = useCallback((ids: string[]) => during(ids, () => undoApprovals(ids)), [during, undoApprovals])
  const { tools } = view.session
  const { role } = useMe()
  return useMemo(
    () => ({ decide, undo, busy, elsewhere, late, tools, mayDecide: role !== 'viewer' }),
    [decide, undo, busy, elsewhere, late, tools, role],
  )
}

function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const during = useCallback(async <T>(ids: string[], work: () => Promise<T>): Promise<T> => {
    setBusy(before => new Set([...before, ...ids]))
    try {
      return await work()
    } finally {
      setBusy(before => new Set([...before].filter(id => !ids.includes(id))))
    }
  }, [])
  return { busy, during }
}

/** Which Calls that waited on this page were decided by somebody else, or in another tab. */
function useDecidedElsewhere(view: SessionView) {
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set())
  const [decisionsIn] = useState(trackDecisions)
  const add = useCallback((ids: string[]) => {
    if (ids.length > 0) setElsewhere(before => new Set([...before, ...ids]))
  }, [])

  useEffect(() => {
    const decisions = decisionsIn(view).filter(({ by }) => by.type === 'person')
    add(decisions.map(({ callId }) => callId).filter(id => !isMine(id)))
  }, [view, decisionsIn, add])

  return { elsewhere, add }
}

/** Undoes approvals. The Calls wait again once the stream says so. */
function useUndo(sessionId: string) {
  const client = useQueryClient()
  const [late, setLate] = useState<ReadonlySet<string>>(new Set())

  const undo = useCallback(
    async (callIds: string[]): Promise<ApiProblem | null> => {
      for (const id of callIds) undoneCalls.add(id)
      // The first one first: while it waits, no write behind it can start.
      const first = await Promise.all(callIds.slice(0, 1).map(undoOne))
      const outcomes = [...first, ...(await Promise.all(callIds.slice(1).map(undoOne)))]
      const refused = outcomes.flatMap(({ id, problem }) => (problem ? [{ id, problem }] : []))
      for (const { id } of refused) undoneCalls.delete(id)
      const started = refused.filter(({ problem }) => problem.code === 'already_started')
      setLate(before => new Set([...before, ...started.map(({ id }) => id)]))
      if (refused.length > 0) await readFreshView(client, sessionId).catch(() => undefined)
      return refused[0]?.problem ?? null
    },
    [client, sessionId],
  )
  return { undo, late }
}

async function undoOne(id: string): Promise<{ id: string; problem: ApiProblem | null }> {
  try {
    await fetchApi('POST /api/calls/{id}/undo', { params: { id }, key: newKey() })
    return { id, problem: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, problem: error }
  }
}

type Decide = { setId: string; input: DecideInput }

/**
 * Stores decisions. The page changes when their events arrive by the stream; if a decision was refused because the Call is
 * no longer what was on screen, the view is refetched at once. Until there is an answer, the same decision carries the
 * same key, so that a retry does not conflict with the first attempt.
 */
function useDecide(sessionId: string): (decision: Decide) => Promise<unknown> {
  const client = useQueryClient()
  const unanswered = useRef<{ body: string; key: string } | null>(null)
  const { mutateAsync } = useMutation({
    mutationFn: ({ setId, input, key }: Decide & { key: string }) =>
      fetchApi('POST /api/sets/{id}/decisions', { params: { id: setId }, body: input, key }),
    retry: (count, error) => count < 2 && isProblem(error, 'unreachable'),
    onSuccess: () => {
      unanswered.current = null
    },
    onError: async error => {
      if (!isProblem(error, 'unreachable', 'unauthorized')) unanswered.current = null
      if (isProblem(error, 'stale_digest', 'already_decided', 'not_found')) {
        await readFreshView(client, sessionId).catch(() => undefined)
      }
    },
  })
  return useCallback(
    (decision: Decide) => {
      const body = JSON.stringify(decision)
      if (unanswered.current?.body !== body) unanswered.current = { body, key: newKey() }
      return mutateAsync({ ...decision, key: unanswered.current.key })
    },
    [mutateAsync],
  )
}
