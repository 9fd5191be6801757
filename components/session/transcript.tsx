'use client'

import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useEarlierEntries } from '@/lib/client/earlier-query'
import { rowsOf } from '@/lib/client/transcript-rows'
import { whyNotContinue } from '@/lib/domain/capabilities'
import type { Entry } from '@/lib/domain/entry'
import type { Run } from '@/lib/domain/run'
import { type SessionView, TRANSCRIPT_TAIL } from '@/lib/domain/view'
import { DraftArticle } from './draft-article'
import { EntryArticle } from './entry-article'
import { RunLine } from './run-line'
import { RunState } from './run-state'
import { useRowsInView } from './use-rows-in-view'
import { useSoughtEntry } from './use-sought-entry'
import { useStayAtEnd } from './use-stay-at-end'

/** What was said and done, oldest first. It follows its end until somebody scrolls up. */
export function Transcript({ view, whenEmpty }: { view: SessionView; whenEmpty: ReactNode }) {
  const t = useTranslations('session.transcript')
  const log = useRef<HTMLDivElement>(null)
  const { rows, earlier } = useRows(view)
  const shown = useRowsInView(log, rows)
  const { isAtEnd, toEnd } = useStayAtEnd(log)
  const sought = useSoughtEntry({ rows, earlier, show: shown.show })
  const wantsEarlier = earlier.isThere && !earlier.isLoading && !earlier.failed
  useEffect(() => {
    if (wantsEarlier && log.current && isNearStart(log.current)) earlier.load()
  })
  return (
    <div className="transcript-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={log} role="log" aria-label={t('log')} aria-live="off" tabIndex={0} className="transcript">
        <div className="column transcript-rows">
          <div style={{ height: shown.above }} />
          {rows.slice(shown.from, shown.to).map(({ key, entry, begins }, n) => (
            <TranscriptRow
              key={key}
              measure={shown.measure}
              index={shown.from + n}
              isSought={entry.seq === sought}
              sessionId={view.session.id}
              entry={entry}
              goesOn={endsLast(view, entry)}
              isFirst={begins !== undefined}
              run={begins === undefined ? undefined : runOf(view, begins)}
            />
          ))}
          <div style={{ height: shown.below }} />
          <DraftArticle sessionId={view.session.id} isActive={view.activeRun !== undefined} />
          <RunState view={view} />
          {view.transcript.length === 0 && !view.activeRun && whenEmpty}
        </div>
      </div>
      <Edges {...{ earlier, isAtEnd, toEnd }} />
    </div>
  )
}

type RowProps = {
  measure: (element: HTMLElement | null) => void
  index: number
  isSought: boolean
  sessionId: string
  entry: Entry
  goesOn: boolean
  /** Of its Run, which is `run` where the view tells of it. */
  isFirst: boolean
  run: Run | undefined
}

/** Drawn anew only when it changes: while somebody scrolls or the agent speaks the others are left alone. */
const TranscriptRow = memo(function TranscriptRow({ measure, index, isSought, ...row }: RowProps) {
  const { sessionId, entry, goesOn, isFirst, run } = row
  return (
    <div
      ref={measure}
      data-index={index}
      data-sought={isSought || undefined}
      className={isFirst ? 'transcript-row begins-run' : 'transcript-row'}
    >
      {isFirst && <RunLine at={entry.at} run={run} />}
      <EntryArticle {...{ sessionId, entry, goesOn }} />
    </div>
  )
})

/** Early enough that what comes in is there before somebody gets to it. */
const isNearStart = (list: Element): boolean => list.scrollTop < 2 * list.clientHeight

/** The Run of that name, where it is one that the view tells of. */
const runOf = ({ activeRun, lastRun }: SessionView, id: string): Run | undefined =>
  [activeRun, lastRun].find(run => run?.id === id)

/** True of the notice at which the last Run ended, where it can be gone on with. */
const endsLast = ({ activeRun, lastRun }: SessionView, { outcome, runId }: Entry): boolean =>
  outcome !== undefined &&
  !activeRun &&
  lastRun?.id === runId &&
  lastRun !== undefined &&
  whyNotContinue(lastRun, lastRun) === null

/** All entries that are known, as rows, and the way to those before them. */
function useRows(view: SessionView) {
  const earlier = useEarlierEntries(view.session.id, view.transcript[0]?.seq)
  const rows = useMemo(
    () => rowsOf([...earlier.entries, ...view.transcript]),
    [earlier.entries, view.transcript],
  )
  return {
    rows,
    earlier: { ...earlier, isThere: view.transcript.length >= TRANSCRIPT_TAIL && !earlier.isWhole },
  }
}

type EdgesProps = {
  earlier: ReturnType<typeof useRows>['earlier']
  isAtEnd: boolean
  toEnd: () => void
}

/** What lies over the ends of the transcript, and moves nothing of it. */
function Edges({ earlier, isAtEnd, toEnd }: EdgesProps) {
  const t = useTranslations('session.transcript')
  return (
    <>
      {earlier.failed && (
        <div role="alert" className="transcript-top">
          <span>{t('failed')}</span>
          <Button look="quiet" off={earlier.isLoading} onClick={earlier.load}>
            {t('again')}
          </Button>
        </div>
      )}
      {earlier.isLoading && <p className="transcript-top">{t('loading')}</p>}
      {!isAtEnd && (
        <Button className="to-newest" onClick={toEnd}>
          <span aria-hidden="true">↓</span> {t('newest')}
        </Button>
      )}
    </>
  )
}
