import { type RefObject, useEffect } from 'react'

/** How far from its end a list still counts as being at it, in pixels. */
const NEAR = 48

/**
 * Keeps a scrolled list at its end while it grows or its room changes, as long as it was there. A person who
 * scrolled up is left where they are.
 */
export function useStayAtEnd(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    const content = element?.firstElementChild
    if (!element || !content) return
    let isAtEnd = true
    const look = (): void => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    }
    const stay = (): void => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
    }
    const sizes = new ResizeObserver(stay)
    sizes.observe(element)
    sizes.observe(content)
    element.addEventListener('scroll', look, { passive: true })
    stay()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list])
}
