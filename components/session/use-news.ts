import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { verdictWords } from '@/components/call/verdict-words'
import { decidedBetween } from '@/lib/client/decided-between'
import { isWaiting } from '@/lib/domain/call-state'
import type { SessionView } from '@/lib/domain/view'

const TEXT = {
  one: (tool: string) => `1 call waiting: ${tool}`,
  many: (count: number, tools: string) => `${count} calls waiting: ${tools}`,
  decided: (tool: string, verdict: string) => `${tool}: ${verdict}.`,
  elsewhere: (tool: string, verdict: string) => `${tool} was already decided. ${verdict}.`,
  failed: (error: string) => `The run ended: ${error}`,
}

type Ruled = Parameters<typeof verdictWords>[1]

type Telling = { isMine: (callId: string) => boolean; inWords: (ruled: Ruled) => string }

/** What a person who does not see the page is to be told when a session changes. */
export function useNews(view: SessionView, isMine: (callId: string) => boolean): string {
  const [news, setNews] = useState('')
  const before = useRef<SessionView | null>(null)
  const tVerdict = useTranslations('call.verdict')
  useEffect(() => {
    const inWords = (ruled: Ruled): string => verdictWords(tVerdict, ruled)
    const sentences = newsBetween(before.current, view, { isMine, inWords })
    before.current = view
    if (sentences.length > 0) setNews(sentences.join(' '))
  }, [view, isMine, tVerdict])
  return news
}

function newsBetween(before: SessionView | null, after: SessionView, { isMine, inWords }: Telling): string[] {
  const decided = before ? decidedBetween(before, after) : []
  const verdicts = decided.map(({ callId, tool, ...ruled }) =>
    (isMine(callId) || ruled.by.type !== 'person' ? TEXT.decided : TEXT.elsewhere)(tool, inWords(ruled)),
  )
  const error = after.lastRun?.error
  const failed = before && error && before.lastRun?.id !== after.lastRun?.id ? [TEXT.failed(error)] : []
  const isNew = verdicts.length > 0 || waitingIds(before) !== waitingIds(after)
  return [...verdicts, ...failed, ...(isNew ? waitingNews(after) : [])]
}

const waitingIds = (view: SessionView | null): string =>
  (view?.pendingSets ?? [])
    .flatMap(set => set.calls)
    .filter(isWaiting)
    .map(call => `${call.id} ${call.digest}`)
    .join()

function waitingNews(view: SessionView): string[] {
  const tools = view.pendingSets
    .flatMap(set => set.calls)
    .filter(isWaiting)
    .map(call => call.tool)
  if (tools.length === 0) return []
  return [tools.length === 1 ? TEXT.one(tools[0] ?? '') : TEXT.many(tools.length, tools.join(', '))]
}
