import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { verdictWords } from '@/components/call/verdict-words'
import { type Decided, decisionsSeen } from '@/lib/client/decisions-seen'
import { isWaiting } from '@/lib/domain/call-state'
import type { SessionView } from '@/lib/domain/view'

type Ruled = Parameters<typeof verdictWords>[1]

type Words = ReturnType<typeof useTranslations<'session.news'>>

type Views = { before: SessionView | null; after: SessionView; decided: Decided[] }

type Telling = { t: Words; isMine: (callId: string) => boolean; inWords: (ruled: Ruled) => string }

/** What a person who does not see the page is to be told when a session changes. */
export function useNews(view: SessionView, isMine: (callId: string) => boolean): string {
  const [news, setNews] = useState('')
  const before = useRef<SessionView | null>(null)
  const [seen] = useState(decisionsSeen)
  const t = useTranslations('session.news')
  const tVerdict = useTranslations('call.verdict')
  useEffect(() => {
    const inWords = (ruled: Ruled): string => verdictWords(tVerdict, ruled)
    const views = { before: before.current, after: view, decided: seen(view) }
    const sentences = newsBetween(views, { t, isMine, inWords })
    before.current = view
    if (sentences.length > 0) setNews(sentences.join(' '))
  }, [view, seen, isMine, t, tVerdict])
  return news
}

function newsBetween({ before, after, decided }: Views, { t, isMine, inWords }: Telling): string[] {
  const verdicts = decided.map(({ callId, tool, ...ruled }) =>
    t(isMine(callId) || ruled.by.type !== 'person' ? 'decided' : 'elsewhere', {
      tool,
      verdict: inWords(ruled),
    }),
  )
  const error = after.lastRun?.error
  const failed = before && error && before.lastRun?.id !== after.lastRun?.id ? [t('failed', { error })] : []
  const isNew = verdicts.length > 0 || waitingIds(before) !== waitingIds(after)
  return [...verdicts, ...failed, ...(isNew ? waitingNews(after, t) : [])]
}

const waitingIds = (view: SessionView | null): string =>
  (view?.pendingSets ?? [])
    .flatMap(set => set.calls)
    .filter(isWaiting)
    .map(call => `${call.id} ${call.digest}`)
    .join()

function waitingNews(view: SessionView, t: Words): string[] {
  const tools = view.pendingSets
    .flatMap(set => set.calls)
    .filter(isWaiting)
    .map(call => call.tool)
  return tools.length === 0 ? [] : [t('waiting', { count: tools.length, tools: tools.join(', ') })]
}
