import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { api } from '@/lib/client/api'
import { type ApiProblem, isProblem } from '@/lib/client/api-problem'
import { newKey } from '@/lib/client/new-key'
import { readFreshView } from '@/lib/client/session-query'

/** Takes approvals back. The Calls come back by the stream, to be decided anew. */
export function useUndo(sessionId: string) {
  const client = useQueryClient()
  const back = useRef(new Set<string>())
  const [late, setLate] = useState<ReadonlySet<string>>(new Set())

  const undo = useCallback(
    async (callIds: string[]): Promise<ApiProblem | null> => {
      for (const id of callIds) back.current.add(id)
      const outcomes = await takeAllBack(callIds)
      const refused = outcomes.flatMap(({ id, problem }) => (problem ? [{ id, problem }] : []))
      for (const { id } of refused) back.current.delete(id)
      const started = refused.filter(({ problem }) => problem.code === 'already_started')
      setLate(known => new Set([...known, ...started.map(({ id }) => id)]))
      if (refused.length > 0) await readFreshView(client, sessionId).catch(() => undefined)
      return refused[0]?.problem ?? null
    },
    [client, sessionId],
  )
  const isBack = useCallback((callId: string) => back.current.delete(callId), [])
  return { undo, isBack, late }
}

type Outcome = { id: string; problem: ApiProblem | null }

/** The first one first: as long as it waits, no write behind it can start. */
async function takeAllBack([first, ...others]: string[]): Promise<Outcome[]> {
  if (first === undefined) return []
  return [await takeBack(first), ...(await Promise.all(others.map(takeBack)))]
}

async function takeBack(id: string): Promise<Outcome> {
  try {
    await api.undo(id, { key: newKey() })
    return { id, problem: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, problem: error }
  }
}
