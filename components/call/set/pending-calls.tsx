'use client'

import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Alert, NeedsYou } from '@/components/ui/alert'
import { type AimedCall, pageAim } from '@/lib/client/decisions/key-aim'
import { layout } from '@/lib/client/decisions/steady-press'
import { loadPart } from '@/lib/client/page/load-part'
import { useObservable } from '@/lib/client/page/page-state'
import type { CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { CallRows } from './call-rows'
import { useDockFocus } from './dock-focus'
import { useCallKeys, useGoToCall } from './use-call-keys'
import { SeenProvider, useSeenCalls } from './use-seen-calls'

/** What is for several Calls is loaded once there are some. */
const SetBar = lazy(async () => ({ default: (await loadPart(() => import('./set-bar'))).SetBar }))
const HeldBar = lazy(async () => ({ default: (await loadPart(() => import('./held-calls'))).HeldBar }))
const CallFilter = lazy(async () => ({ default: (await loadPart(() => import('./call-filter'))).CallFilter }))

type Props = {
  view: SessionView
  /** Whether keys act on this dock. */
  isInHand?: boolean
  isWriting?: () => boolean
  /** Stands above the Calls where it has to be said whose they are. */
  head?: ReactNode
  /** Docked at the lower edge of the page, or one of several on it. */
  place?: 'dock' | 'paper'
}

const SHEET = 'flex max-w-200 flex-col rounded-base border border-hairline bg-surface'

/** Of very many Calls, those that are out of view are not laid out. */
const SKIP_HIDDEN =
  'has-[>:nth-child(40)]:*:data-[open=false]:[contain-intrinsic-height:auto_45px] has-[>:nth-child(40)]:*:data-[open=false]:[content-visibility:auto]'

const LIST = `overscroll-contain scroll-pb-18 ${SKIP_HIDDEN}`

/**
 * In a low window all of the dock scrolls, and the transcript gets the rest. With even less room, as with an on-screen
 * keyboard or at high zoom, the dock is the page. A paper is as long as its content.
 */
const PLACES = {
  dock: {
    sheet:
      'mx-auto mb-2 max-h-3/5 w-[calc(100%-16px)] max-phone:not-low:has-[textarea]:max-h-[max(60%,100%-15.625rem)] shadow-dock low:max-h-none low:overflow-y-auto cramped:flex-none cramped:overflow-clip',
    list: 'min-h-24 overflow-y-auto low:min-h-0 low:flex-none low:overflow-clip',
  },
  paper: {
    sheet: 'w-full shadow-dock data-[in-hand=false]:shadow-none',
    list: 'min-h-0 overflow-clip',
  },
}

/** What waits for a person, docked where it cannot scroll away, and what was decided until it is settled. */
export function PendingCalls({
  view,
  isInHand = true,
  isWriting = nobodyWrites,
  head,
  place = 'dock',
}: Props) {
  const t = useTranslations('call.pendingCalls')
  const dock = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<ReactNode>(null)
  const waiting = useMemo(() => view.openSets.flatMap(set => set.calls).filter(isWaiting), [view.openSets])
  const filter = useCallFilter(waiting)
  const { calls, current, isOff } = useKeyAim(filter.listed, isInHand)
  const { verdict, ...focus } = useDockFocus(dock, { calls, current })
  const open = useGoToCall(calls)
  const rows = rowsOf(view.openSets)
  useLayoutWatch(dock, rows)
  useCurrentInView(list, rows)
  const onUnclear = useCallback(() => setProblem(t('whichSet')), [t])
  useCallKeys({ isInHand, isWriting, onGo: open, onUnclear })
  const seenNames = useSeenCalls(dock)
  if (view.openSets.length === 0) return null
  return (
    <SeenProvider value={seenNames}>
      <section
        ref={dock}
        aria-label={t('region')}
        data-dock={place}
        data-in-hand={isInHand}
        tabIndex={-1}
        className={`${SHEET} ${PLACES[place].sheet}`}
        {...focus}
      >
        {head}
        <DockTop count={waiting.length} isOff={isOff} />
        {(waiting.length >= MANY || filter.text !== '') && (
          <Suspense>
            <CallFilter
              text={filter.text}
              onChange={filter.change}
              listed={filter.listed.length}
              all={waiting.length}
            />
          </Suspense>
        )}
        <div ref={list} className={`${LIST} ${PLACES[place].list}`}>
          <CallRows
            sets={view.openSets}
            {...{ current }}
            focused={verdict}
            isListed={filter.isListed}
            onOpen={open}
          />
        </div>
        {problem && <Alert className="mx-4 mb-2">{problem}</Alert>}
        <Suspense>
          <HeldBar sets={view.openSets} onProblem={setProblem} />
        </Suspense>
        {view.pendingSets.map(set => (
          <Suspense key={set.id}>
            <SetBar setId={set.id} calls={set.calls.filter(isWaiting)} onProblem={setProblem} />
          </Suspense>
        ))}
      </section>
    </SeenProvider>
  )
}

function DockTop({ count, isOff }: { count: number; isOff: boolean }) {
  const t = useTranslations('call.pendingCalls')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-2.5 pb-2">
      <h2 className="font-semibold">
        {count > 0 && <NeedsYou />}
        {count > 0 ? t('waiting', { count }) : t('none')}
      </h2>
      {isOff && count > 0 && <p className="text-[0.8125rem]/6 text-quiet touch:hidden">{t('keysOff')}</p>}
    </div>
  )
}

/** As many waiting Calls are more than one looks through. */
const MANY = 10

/** The waiting Calls whose tool and summary have the words that somebody looks for. Keys go by them. */
function useCallFilter(waiting: WaitingCall[]) {
  const [text, setText] = useState('')
  const isListed = useMemo(() => filterFor(text), [text])
  const listed = useMemo(() => waiting.filter(isListed), [waiting, isListed])
  const change = (next: string): void => {
    setText(next)
    const calls = aimedCalls(waiting.filter(filterFor(next)))
    pageAim.tell({ type: 'focused', by: 'person', calls, id: null })
  }
  return { text, change, isListed, listed }
}

function filterFor(text: string): (call: WaitingCall) => boolean {
  const words = text.toLowerCase().split(/\s+/)
  return ({ tool, preview }) => {
    const line = `${tool} ${preview?.summary ?? ''}`.toLowerCase()
    return words.every(word => line.includes(word))
  }
}

const aimedCalls = (calls: WaitingCall[]): AimedCall[] =>
  calls.map(({ id, digest, why }) => ({ id, version: `${digest} ${why}` }))

/** Changes with whatever may move a row, or change it. */
const rowsOf = (sets: CallSet[]): string =>
  sets.flatMap(({ calls }) => calls.map(({ id, state, digest }) => `${id} ${state} ${digest}`)).join()

const nobodyWrites = (): boolean => false

/**
 * When rows are added, removed or decided, the current Call stays in view, so that its buttons never stand there without
 * it. Nothing moves while the focus is in the list.
 */
function useCurrentInView(list: RefObject<HTMLElement | null>, rows: string): void {
  useLayoutEffect(() => {
    const place = list.current
    const card = rows === '' ? null : place?.querySelector<HTMLElement>('[data-call][aria-current]')
    if (!place || !card || place.matches(':focus-within')) return
    const { top, bottom } = place.getBoundingClientRect()
    const box = card.getBoundingClientRect()
    const isInView = box.top >= top && (box.bottom <= bottom || box.top < (top + bottom) / 2)
    if (!isInView) place.scrollTop += box.top - top
  }, [list, rows])
}

/** Reports what waits in a dock to the key aim; keys act on the dock in hand. */
function useKeyAim(waiting: WaitingCall[], isInHand: boolean) {
  const aim = useObservable(pageAim)
  const calls = useMemo(() => aimedCalls(waiting), [waiting])
  const inHand = useRef(isInHand)
  useLayoutEffect(() => {
    inHand.current = isInHand
    if (isInHand) pageAim.tell({ type: 'shown', path: location.pathname, calls })
  }, [calls, isInHand])
  useLayoutEffect(() => {
    const path = location.pathname
    return () => {
      if (inHand.current && path === location.pathname) pageAim.tell({ type: 'shown', path, calls: [] })
    }
  }, [])
  // While another dock is in hand, the one that was current here stays so.
  const [last, setLast] = useState<string>()
  const aimed =
    [aim.current?.id, last].flatMap(one => calls.find(({ id }) => id === one) ?? [])[0] ?? calls[0]
  if (aimed?.id !== last) setLast(aimed?.id)
  return { calls, current: aimed?.id, isOff: isInHand && !aim.isLive }
}

/** Movements of so many pixels take no press from one button to another. */
const JITTER = 4

/**
 * Reports when buttons in a dock move other than by scrolling: its rows change, or the dock or something beside it is
 * resized.
 */
function useLayoutWatch(dock: RefObject<HTMLElement | null>, rows: string): void {
  const before = useRef(rows)
  useLayoutEffect(() => {
    if (before.current !== rows && before.current !== '') layout.markMoved()
    before.current = rows
  }, [rows])

  const hasRows = rows !== ''
  useEffect(() => {
    const place = dock.current
    if (!hasRows || !place) return
    let box = place.getBoundingClientRect()
    const observer = new ResizeObserver(() => {
      const now = place.getBoundingClientRect()
      const isMoved = EDGES.some(edge => Math.abs(now[edge] - box[edge]) > JITTER)
      box = now
      if (isMoved) layout.markMoved()
    })
    const beside = place.closest('[data-set]')?.parentElement?.children ?? place.parentElement?.children ?? []
    for (const element of [place, ...beside]) observer.observe(element)
    return () => observer.disconnect()
  }, [dock, hasRows])
}

const EDGES = ['top', 'bottom', 'left', 'right'] as const
