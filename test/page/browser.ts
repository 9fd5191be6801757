import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { PATIENCE_MS } from '../timeouts'
import { FakeEventSource } from './fake-event-source'
import { network } from './network'

configure({ asyncUtilTimeout: PATIENCE_MS })

// The stream of a worker outlives the file whose test opened it, and opens again between two files as well.
Object.assign(globalThis, { EventSource: FakeEventSource })

/** jsdom lays nothing out: what observes sizes is told of none, and a media query matches nothing. */
class NoObserver {
  observe = (): void => undefined
  unobserve = (): void => undefined
  disconnect = (): void => undefined
  takeRecords = (): [] => []
}

const mediaQuery = (media: string): Partial<MediaQueryList> => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' })
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', NoObserver)
  vi.stubGlobal('EventSource', FakeEventSource)
  Element.prototype.checkVisibility = () => true
  window.matchMedia = mediaQuery as typeof window.matchMedia
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
  document.elementFromPoint = () => null
  Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
  // Nor does it put anything in front of a page: what is a popover on a phone stands in it.
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement)
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
  }
  HTMLElement.prototype.hidePopover = () => undefined
  document.head.insertAdjacentHTML('beforeend', '<style>[popover] { display: block }</style>')
})

afterEach(() => {
  cleanup()
  network.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  network.close()
  vi.unstubAllGlobals()
})
