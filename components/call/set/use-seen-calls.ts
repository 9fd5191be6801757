import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react'
import type { FoldState, PartView, Stretch } from '@/lib/client/decisions/seen-rule'
import { isSeen, NO_SIGHT, type Sight, sightAfter } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { SeenExtent } from '@/lib/domain/call/decision'

/** What has been seen in full: the `data-sight` of Calls as they are, and of changes. */
type SeenNames = ReadonlySet<string>

const Context = createContext<SeenNames>(new Set())

export const SeenProvider = Context.Provider

export const useSeenNames = (): SeenNames => use(Context)

/** Names a Call as it is on screen: it changes with anything that is shown. */
export const sightOf = ({ id, digest, why }: WaitingCall): string => `${id} ${digest} ${why}`

/** How much of something has been on screen, as it is now. */
export const useSeenExtent = (name: string): SeenExtent => (use(Context).has(name) ? 'whole' : 'part')

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

/** Tracks what has been on screen in a dock, at most once a frame. */
export function useSeenCalls(dock: RefObject<HTMLElement | null>): SeenNames {
  const [names, setNames] = useState<SeenNames>(new Set())
  const sights = useRef(new Map<string, Sight>())

  useEffect(() => {
    let frame = 0
    const look = (): void => {
      frame = 0
      const fresh =
        dock.current && document.visibilityState === 'visible' ? lookAt(dock.current, sights.current) : []
      if (fresh.length > 0) setNames(before => new Set([...before, ...fresh]))
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(look)
    }
    const sizes = new ResizeObserver(soon)
    for (const element of [dock.current, ...sightsIn(dock.current)]) if (element) sizes.observe(element)
    for (const trigger of TRIGGERS) document.addEventListener(trigger, soon, true)
    for (const target of [window, window.visualViewport]) target?.addEventListener('resize', soon)
    window.visualViewport?.addEventListener('scroll', soon)
    soon()
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      for (const trigger of TRIGGERS) document.removeEventListener(trigger, soon, true)
      for (const target of [window, window.visualViewport]) target?.removeEventListener('resize', soon)
      window.visualViewport?.removeEventListener('scroll', soon)
    }
  })
  return names
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
    const sight = sightAfter(sights.get(name) ?? NO_SIGHT, partsIn(place))
    sights.set(name, sight)
    return isSeen(sight) ? [name] : []
  })
}

/** The distance between two probes in pixels: a line is 20 high. */
const STEP = 5
/** The distance of a probe from the edge of an element, inside its border. */
const INSET = 6

/** The parts of an element, each with what of it is on screen. */
export function partsIn(place: Element): PartView[] {
  return [...place.querySelectorAll<HTMLElement>('[data-part]')]
    .filter(part => part.closest('[data-sight]') === place)
    .map(part => {
      const { width, height } = part.getBoundingClientRect()
      return {
        name: part.dataset.part ?? '',
        width,
        height,
        fold: foldIn(part),
        visible: stretchesOnScreen(part),
      }
    })
}

function foldIn(part: HTMLElement): FoldState {
  const fold = part.dataset.fold ?? part.querySelector<HTMLElement>('[data-fold]')?.dataset.fold
  return fold === 'folded' || fold === 'opened' ? fold : 'none'
}

const WHOLE_WINDOW = { offsetTop: 0, offsetLeft: 0, height: Infinity, width: Infinity }

/**
 * Where the browser finds the element itself under a finger, both at its left and its right edge: not scrolled or
 * magnified out of view, not behind an on-screen keyboard, and not under a bar or a dialog.
 */
function stretchesOnScreen(element: Element): Stretch[] {
  const box = element.getBoundingClientRect()
  const { offsetTop, offsetLeft, height, width } = window.visualViewport ?? WHOLE_WINDOW
  const from = Math.max(box.top, offsetTop)
  const to = Math.min(box.bottom, offsetTop + height)
  const [leftEdge, rightEdge] = [offsetLeft, offsetLeft + width]
  const inset = Math.min(INSET, box.width / 4)
  const isThere = (y: number): boolean =>
    [box.left + inset, box.right - inset].every(
      x => x >= leftEdge && x <= rightEdge && element.contains(document.elementFromPoint(x, y)),
    )
  const stretches: Stretch[] = []
  for (let y = from; y < to; y += STEP) {
    const end = Math.min(y + STEP, to)
    if (isThere((y + end) / 2)) stretches.push([y - box.top, end - box.top])
  }
  return stretches
}
