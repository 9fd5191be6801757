import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** On a touch screen the click comes a little after the finger has left. */
const CLICK_MS = 60

/**
 * What was shown last, for as long as a pointer presses something within `place`. The browser drops a press
 * whose button moves away before it is let go, and nothing may come to stand under a finger that is down.
 */
export function useStill<T>(latest: T, place: string): T {
  const isPressed = useSyncExternalStore(press.listen, () => press.in(place), nobodyPresses)
  const shown = useRef(latest)
  useLayoutEffect(() => {
    if (!isPressed) shown.current = latest
  }, [latest, isPressed])
  return isPressed ? shown.current : latest
}

const nobodyPresses = (): boolean => false

/** Where the pointer is down on this page. */
class Press {
  readonly #listeners = new Set<() => void>()
  #target: Element | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  in = (place: string): boolean => this.#target?.closest(place) != null

  listen = (listener: () => void): (() => void) => {
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
