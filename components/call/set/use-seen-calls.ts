import { createContext, type RefObject, use, useEffect, useRef, useSyncExternalStore } from 'react'
import {
  extentOf,
  type FoldState,
  foldOfPlaces,
  isSeen,
  mayBeRead,
  NO_SIGHT,
  type PartView,
  type Sight,
  sightAfter,
  stretchesOnScreen,
} from '@/lib/client/decisions/seen-rule'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { SeenExtent } from '@/lib/domain/call/decision'

/** What has been seen in full: the `data-sight` of Calls as they are, and of changes. */
type SeenNames = ReadonlySet<string>

/** What was seen in one place of the page counts in every other. */
const pageSights = new Observable<SeenNames>(new Set())

const Context = createContext<SeenNames>(new Set())

export const SeenProvider = Context.Provider

export const useSeenNames = (): SeenNames => use(Context)

/** Names a Call as it is on screen: it changes with anything that is shown. */
export const sightOf = ({ id, digest, why }: WaitingCall): string => `${id} ${digest} ${why}`

/** How much of something has been on screen, as it is now. Whoever asks is told of nothing else: there may be hundreds. */
export const useSeenExtent = (name: string): SeenExtent =>
  useSyncExternalStore(
    pageSights.subscribe,
    () => extentOf(pageSights.get().has(name)),
    () => 'part',
  )

/** Whatever may bring something on screen, or uncover it. */
const TRIGGERS = [
  'scroll',
  'pointerup',
  'keyup',
  'focusin',
  'toggle',
  'close',
  'transitionend',
  'animationend',
]

/** So many times as long as it looked it rests, while something grows; a rest that is short is none. */
const RESTS = 10
const SHORT_MS = 50

/** Tracks what has been on screen in a dock, at most once a frame. */
export function useSeenCalls(dock: RefObject<HTMLElement | null>): SeenNames {
  const names = useObservable(pageSights)
  const sights = useRef(new Map<string, Sight>())
  const restMs = useRef(0)

  useEffect(() => {
    const look = (): void => {
      const begin = performance.now()
      const fresh =
        dock.current && document.visibilityState === 'visible' ? lookAt(dock.current, sights.current) : []
      if (fresh.length > 0) pageSights.set(new Set([...pageSights.get(), ...fresh]))
      restMs.current = RESTS * (performance.now() - begin)
    }
    return lookOften([dock.current, ...sightsIn(dock.current)], look, () => restMs.current)
  })
  return names
}

/**
 * Looks now, and whenever something may have come on screen. What grows by itself does so many times over, and looking must
 * not take the time that it needs: then it rests between looks. Returns what ends it.
 */
function lookOften(places: (Element | null)[], look: () => void, restMs: () => number): () => void {
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    rest = undefined
    frame ||= requestAnimationFrame(() => {
      frame = 0
      look()
    })
  }
  const sizes = new ResizeObserver(() => {
    if (restMs() < SHORT_MS) soon()
    else rest ??= setTimeout(soon, restMs())
  })
  for (const place of places) if (place) sizes.observe(place)
  for (const trigger of TRIGGERS) document.addEventListener(trigger, soon, true)
  for (const target of [window, window.visualViewport]) target?.addEventListener('resize', soon)
  window.visualViewport?.addEventListener('scroll', soon)
  soon()
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(rest)
    sizes.disconnect()
    for (const trigger of TRIGGERS) document.removeEventListener(trigger, soon, true)
    for (const target of [window, window.visualViewport]) target?.removeEventListener('resize', soon)
    window.visualViewport?.removeEventListener('scroll', soon)
  }
}

const sightsIn = (dock: HTMLElement | null): HTMLElement[] => [
  ...(dock?.querySelectorAll<HTMLElement>('[data-sight]') ?? []),
]

const unseenIn = (dock: HTMLElement, sights: ReadonlyMap<string, Sight>): HTMLElement[] =>
  sightsIn(dock).filter(({ dataset }) => !isSeen(sights.get(dataset.sight ?? '') ?? NO_SIGHT))

/** Notes what is on screen; gives the names of what is now seen in full. */
function lookAt(dock: HTMLElement, sights: Map<string, Sight>): string[] {
  return unseenIn(dock, sights).flatMap(place => {
    const { top, bottom } = place.getBoundingClientRect()
    if (bottom <= 0 || top >= window.innerHeight) return []
    const name = place.dataset.sight ?? ''
    const before = sights.get(name) ?? NO_SIGHT
    const sight = sightAfter(before, partsIn(place, before))
    sights.set(name, sight)
    return isSeen(sight) ? [name] : []
  })
}

/** The parts of an element, each with what of it is on screen, where that says anything new. */
function partsIn(place: Element, before: Sight): PartView[] {
  return [...place.querySelectorAll<HTMLElement>('[data-part]')]
    .filter(part => part.closest('[data-sight]') === place)
    .map(part => {
      const name = part.dataset.part ?? ''
      const fold = foldIn(part)
      const box = part.getBoundingClientRect()
      const isThere = (x: number, y: number): boolean => part.contains(document.elementFromPoint(x, y))
      const visible = mayBeRead(before, { name, fold }) ? stretchesOnScreen(box, viewOfWindow(), isThere) : []
      return { name, width: box.width, height: box.height, fold, visible }
    })
}

const foldIn = (part: HTMLElement): FoldState =>
  foldOfPlaces(
    [part, ...part.querySelectorAll<HTMLElement>('[data-fold]')].map(({ dataset }) => dataset.fold),
  )

/** What the window shows: less than all of it while it is magnified, or behind an on-screen keyboard. */
function viewOfWindow() {
  const view = window.visualViewport
  if (!view) return { top: 0, left: 0, bottom: window.innerHeight, right: window.innerWidth }
  const { offsetTop: top, offsetLeft: left, height, width } = view
  return { top, left, bottom: top + height, right: left + width }
}
