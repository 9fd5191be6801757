import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** On a touch screen the click comes a little after the finger is lifted. */
const CLICK_MS = 60

/**
 * The value as it was when a pointer went down within `place`, as long as it is down. The browser drops a click if its
 * button moves away before the release, and nothing may slide under a finger.
 */
export function useStill<T>(latest: T, place: string): T {
  const isPressed = useSyncExternalStore(
    press.subscribe,
    () => press.isIn(place),
    () => false,
  )
  const last = useRef(latest)
  useLayoutEffect(() => {
    if (!isPressed) last.current = latest
  }, [latest, isPressed])
  return isPressed ? last.current : latest
}

/** Where the pointer is down on this page. */
class Press {
  readonly #listeners = new Set<() => void>()
  #target: Element | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  isIn = (place: string): boolean => this.#target?.closest(place) != null

  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#watch('addEventListener')
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#watch('removeEventListener')
    }
  }

  #watch(how: 'addEventListener' | 'removeEventListener'): void {
    window[how]('pointerdown', this.#down, true)
    window[how]('pointerup', this.#up, true)
    window[how]('pointercancel', this.#up, true)
    window[how]('blur', this.#up)
  }

  #down = ({ target }: globalThis.Event): void => {
    clearTimeout(this.#timer)
    this.#turn(target instanceof Element ? target : null)
  }

  #up = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#turn(null), CLICK_MS)
  }

  #turn(target: Element | null): void {
    this.#target = target
    for (const listener of this.#listeners) listener()
  }
}

const press = new Press()
