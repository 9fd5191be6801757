import { type RefObject, useEffect } from 'react'
import {
  type FoldState,
  isSeen,
  type PartSight,
  type Stretch,
  sightAfter,
} from '@/lib/client/decisions/seen-rule'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'

/** What has been seen whole, in any place of the page: the `data-sight` of Calls as they are, and of changes. */
const seenNames = new Observable<ReadonlySet<string>>(new Set())

export const useSeenNames = (): ReadonlySet<string> => useObservable(seenNames)

/** Whether something has been on screen whole, as it is now. */
export const useSeen = (name: string): boolean => useSeenNames().has(name)

/** Names a Call as it is on screen: it changes with anything that is shown. */
export const sightOf = ({ id, digest, why }: WaitingCall): string => `${id} ${digest} ${why}`

/** How often it is looked what is on screen of what is not seen yet, beside whenever somebody scrolls. */
const LOOK_MS = 100

/** Follows what of the Calls in a place comes on screen. */
export function useSeenCalls(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sights = new WeakMap<Element, PartSight>()
    const observer = new IntersectionObserver(entries => {
      for (const { target, boundingClientRect, intersectionRect } of entries) {
        const { width, height, top } = boundingClientRect
        const visible = uncovered(target, boundingClientRect, intersectionRect)
        const stretch: Stretch | null = visible && [visible.top - top, visible.bottom - top]
        const view = { width, height, fold: foldIn(target), visible: stretch }
        sights.set(target, sightAfter(sights.get(target), view))
      }
    })
    const check = (): void => {
      observer.disconnect()
      // A menu stands over what it is about.
      if (document.visibilityState !== 'visible' || document.querySelector('[role="menu"]')) return
      const seen = unseenIn(container.current).filter(sight => {
        const parts = partsOf(sight).map(part => ({
          part,
          name: part.dataset.part ?? '',
          fold: foldIn(part),
          isRead: sights.get(part)?.isRead ?? false,
        }))
        for (const { part, isRead } of parts) {
          if (!isRead && !part.querySelector(UNREADABLE) && !part.matches(UNREADABLE)) observer.observe(part)
        }
        return isSeen(parts)
      })
      if (seen.length > 0) seenNames.set(new Set([...seenNames.get(), ...seen.map(nameOf)]))
    }
    const timer = setInterval(check, LOOK_MS)
    document.addEventListener('scroll', check, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      clearInterval(timer)
      document.removeEventListener('scroll', check, { capture: true })
    }
  }, [container])
}

/** What has not come yet, or still unfolds, cannot be read: what comes may be larger than what stands for it. */
const UNREADABLE = '[data-fold="absent"], [data-fold="growing"]'

const nameOf = ({ dataset }: HTMLElement): string => dataset.sight ?? ''

/** A dock or a dialog in the place follows its own. */
const unseenIn = (container: HTMLElement | null): HTMLElement[] =>
  [...(container?.querySelectorAll<HTMLElement>('[data-sight]') ?? [])].filter(
    sight =>
      !seenNames.get().has(nameOf(sight)) &&
      sight.closest('[data-dock], dialog')?.contains(container) !== false,
  )

const partsOf = (sight: HTMLElement): HTMLElement[] =>
  [sight, ...sight.querySelectorAll<HTMLElement>('[data-part]')].filter(
    part => part.dataset.part !== undefined && part.closest('[data-sight]') === sight,
  )

function foldIn(part: Element): FoldState {
  const folds = [part, ...part.querySelectorAll('[data-fold]')].map(fold => fold.getAttribute('data-fold'))
  if (folds.some(fold => fold !== null && fold !== 'opened')) return 'closed'
  return folds.includes('opened') ? 'opened' : 'none'
}

type Edges = { top: number; bottom: number }

/** What is on screen of a part that has all its width there: less where a bar or a dialog stands over its beginning or end. */
function uncovered(part: Element, box: DOMRectReadOnly, clip: DOMRectReadOnly): Edges | null {
  const view = window.visualViewport
  const [left, top] = [view?.offsetLeft ?? 0, view?.offsetTop ?? 0]
  const [right, bottom] = [left + (view?.width ?? innerWidth), top + (view?.height ?? innerHeight)]
  const isWhole = clip.left <= box.left + 1 && clip.right >= box.right - 1
  if (!isWhole || box.left < left - 1 || box.right > right + 1) return null
  const edges = { top: Math.max(clip.top, top), bottom: Math.min(clip.bottom, bottom) }
  const x = (box.left + box.right) / 2
  const below = boxesOver(part, x, edges.bottom - 1).map(over => over.top)
  const above = boxesOver(part, x, edges.top + 1).map(over => over.bottom)
  const free = { top: Math.max(edges.top, ...above), bottom: Math.min(edges.bottom, ...below) }
  return free.top <= free.bottom ? free : null
}

/** What stands over a part at a point, and not only takes the presses there. */
function boxesOver(part: Element, x: number, y: number): DOMRect[] {
  const elements = document.elementsFromPoint(x, y)
  const at = elements.findIndex(element => part.contains(element))
  return (at === -1 ? elements : elements.slice(0, at))
    .map(element => element.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom)
}
