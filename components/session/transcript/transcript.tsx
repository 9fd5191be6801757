import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { COLUMN, FRAME, LOG, ROW, ROWS } from '@/components/ui/looks'
import { useHydrated } from '@/components/ui/use-hydrated'
import { type OlderEntries, useOlderEntries } from '@/lib/client/queries/transcript-query'
import { isIn, type LinkTarget, transcriptRows } from '@/lib/client/text/transcript-rows'
import { whyNotContinue } from '@/lib/domain/call/capabilities'
import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { type SessionView, TRANSCRIPT_TAIL } from '@/lib/domain/session/view'
import { NearRow, showActionsToKeyboard } from './entry-actions'
import { EntryArticle } from './entry-article'
import { LinkPlace, ReadsArticle } from './result-article'
import { useLanding, useLinkTarget } from './use-landing'
import { useRowsInView } from './use-rows-in-view'
import { useStayAtEnd } from './use-stay-at-end'

/** Where the first link of the page leads. */
const LIST = { id: 'transcript', onFocus: showActionsToKeyboard }

const DraftArticle = lazyPart(async () => (await import('./draft-article')).DraftArticle)
const DayLine = lazyPart(async () => (await import('./entry-parts')).DayLine)

/** As the reader counts days: the server does not know the time zone. */
const useNewDay = (before: string | undefined, at: string): boolean =>
  useHydrated() && before !== undefined && new Date(before).toDateString() !== new Date(at).toDateString()

/** Oldest first. It follows its end until somebody scrolls up. */
export function Transcript({ view, whenEmpty }: { view: SessionView; whenEmpty: ReactNode }) {
  const t = useTranslations('session.transcript')
  const log = useRef<HTMLDivElement>(null)
  const target = useLinkTarget()
  const { rows, older, isReady } = useRows(view, target)
  const end = useStayAtEnd(log)
  // Each Call that is decided becomes a row.
  const toCome = view.pendingSet?.calls.length ?? 0
  const { show, prepare, ...range } = useRowsInView({ list: log, rows, end, toCome })
  const landed = useLanding({ list: log, rows, target, isReady, show, leaveEnd: end.leaveEnd })
  useEffect(() => {
    const load = log.current && nearbyLoad(log.current, older)
    if (load && range.isReady) load()
    else if (load) prepare()
  })
  return (
    <div className={FRAME}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={log} role="log" aria-label={t('log')} aria-live="off" tabIndex={0} className={LOG} {...LIST}>
        <div className={`${COLUMN} ${ROWS}`}>
          {older.loadEarlier && <p className="hidden print:block">{t('onPaper')}</p>}
          <div style={{ height: range.above }} />
          {rows.slice(range.from, range.to).map((row, n) =>
            row.entry === null ? (
              // Entries between a place far back and the end. They are loaded as somebody comes near.
              <div
                key={row.key}
                ref={range.measure}
                data-index={range.from + n}
                data-gap
                className={`${ROW} py-2.5 text-center`}
              >
                <Button variant="quiet" onClick={older.loadLater}>
                  {t('gap')}
                </Button>
              </div>
            ) : (
              <TranscriptRow
                key={row.key}
                measure={range.measure}
                index={range.from + n}
                linked={isIn(row, landed) ? landed : null}
                sessionId={view.session.id}
                entry={row.entry}
                reads={row.reads}
                before={rows[range.from + n - 1]?.entry?.at}
                canContinue={endsLast(view, row.entry)}
                isFirst={row.begins !== undefined}
                run={row.begins === undefined ? undefined : runOf(view, row.begins)}
              />
            ),
          )}
          <div style={{ height: range.below }} />
          {view.activeRun && <DraftArticle view={view} />}
          {view.transcript.length === 0 && !view.activeRun && whenEmpty}
        </div>
      </div>
      <Edges older={older} {...end} />
    </div>
  )
}

type RowProps = {
  measure: (element: HTMLElement | null) => void
  index: number
  /** The number of the entry that a link leads to, if it is here. */
  linked: number | null
  sessionId: string
  entry: Entry
  /** What it stands for, where it is a row of several. */
  reads: Entry[] | undefined
  /** When the one above it came. */
  before: string | undefined
  canContinue: boolean
  /** Whether it is the first of its Run. */
  isFirst: boolean
  /** Undefined where the view does not have it. */
  run: Run | undefined
}

/** Memoised, so that scrolling and streaming re-render only what changes. */
const TranscriptRow = memo(function TranscriptRow({ measure, index, linked, ...row }: RowProps) {
  const { sessionId, entry, reads, before, canContinue, isFirst, run } = row
  const isNewDay = useNewDay(before, entry.at)
  const [isNear, setNear] = useState(false)
  const comeNear = (): void => setNear(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done there, what can be done comes
    <div
      ref={measure}
      onPointerEnter={comeNear}
      onFocus={comeNear}
      data-index={index}
      className={`${ROW} ${isFirst ? 'pt-3.5' : entry.kind === 'result' ? '' : 'py-2.5'}`}
    >
      {isNewDay && <DayLine at={entry.at} />}
      {isFirst && <RunLine at={entry.at} run={run} />}
      <NearRow value={isNear}>
        {reads ? (
          <ReadsArticle sessionId={sessionId} reads={reads} linked={linked} />
        ) : (
          <LinkPlace isLinked={linked !== null}>
            <EntryArticle sessionId={sessionId} entry={entry} canContinue={canContinue} />
          </LinkPlace>
        )}
      </NearRow>
    </div>
  )
})

/** What loads the entries that somebody comes near to, early enough that they are there before; null if there are none. */
function nearbyLoad(list: Element, { isLoading, failed, loadEarlier, loadLater }: OlderEntries) {
  // To ask where it stands would lay out the page. On paper nothing scrolls: what came above would move what is read.
  if (isLoading || failed || !(loadEarlier ?? loadLater) || matchMedia('print').matches) return null
  const near = 2 * list.clientHeight
  if (list.scrollTop < near) return loadEarlier
  const gap = list.querySelector('[data-gap]')
  const isNearGap = gap && gap.getBoundingClientRect().top - list.getBoundingClientRect().bottom < near
  return isNearGap ? loadLater : null
}

const runOf = ({ activeRun, lastRun }: SessionView, id: string): Run | undefined =>
  [activeRun, lastRun].find(run => run?.id === id)

/** Whether it is the notice that ended the last Run, which can be continued. */
const endsLast = ({ activeRun, lastRun }: SessionView, { outcome, runId }: Entry): boolean =>
  outcome !== undefined &&
  !activeRun &&
  lastRun?.id === runId &&
  lastRun !== undefined &&
  whyNotContinue(lastRun, lastRun) === null

/**
 * All loaded entries as rows, and the ways to load the others. A place far back is loaded with what is around it, not with
 * everything between it and the end. `isReady`: the linked place is loaded, or cannot be.
 */
function useRows(view: SessionView, target: LinkTarget | null) {
  const [anchor, setAnchor] = useState<number | null>(null)
  const firstSeq = view.transcript[0]?.seq ?? 0
  const isWhole = view.transcript.length < TRANSCRIPT_TAIL
  const older = useOlderEntries(view.session.id, { firstSeq, isWhole }, anchor)
  const seq = target?.seq ?? null
  const isKnown = seq === null || isWhole || seq >= firstSeq || older.entries.some(entry => entry.seq === seq)
  useEffect(() => {
    if (!isKnown) setAnchor(seq)
  }, [isKnown, seq])
  const rows = useMemo(
    () => transcriptRows(older.entries, older.hasGap, view.transcript),
    [older.entries, older.hasGap, view.transcript],
  )
  const isLoaded = anchor === seq && !older.isLoading && !older.failed
  return { rows, older, isReady: isKnown || isLoaded }
}

const OVER_TOP =
  'absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-base border border-hairline bg-surface px-3 py-0.5 text-quiet text-small'

type EdgesProps = {
  older: OlderEntries
  isAtEnd: boolean
  toEnd: () => void
}

/** Lies over the ends of the transcript, and moves nothing. */
function Edges({ older, isAtEnd, toEnd }: EdgesProps) {
  const t = useTranslations('session.transcript')
  return (
    <>
      {older.failed && (
        <div role="alert" className={OVER_TOP}>
          <span>{t('failed')}</span>
          <Button variant="quiet" off={older.isLoading} onClick={older.again}>
            {t('again')}
          </Button>
        </div>
      )}
      {older.isLoading && <p className={OVER_TOP}>{t('loading')}</p>}
      {!isAtEnd && (
        <Button
          variant="faint"
          className="absolute right-[max(16px,calc(50%-24rem))] bottom-3"
          onClick={toEnd}
        >
          <span aria-hidden="true">↓</span> {t('newest')}
        </Button>
      )}
    </>
  )
}

/** Stands where a Run begins: when it did, and what it used. */
function RunLine({ at, run }: { at: string; run: Run | undefined }) {
  const t = useTranslations('session.runLine')
  return (
    <p className="flex gap-3 border-hairline border-t pt-3 pb-2 text-quiet text-small tabular-nums">
      <Clock at={at} />
      {run?.endedAt && run.usage.totalTokens > 0 && (
        <span>{t('usage', { tokens: run.usage.totalTokens, requests: run.requests })}</span>
      )}
    </p>
  )
}
