import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="min-w-[1.8em] rounded-small border border-field px-1.5 text-center font-mono text-small">
    {children}
  </kbd>
)

/** On a card visible only while keys act on it. It keeps its space, so that nothing moves under a press. */
const KEY_HINT =
  'min-w-[1.4em] rounded-small border border-current px-1 text-[0.75rem] leading-4 in-[[data-call]:not([aria-current])]:invisible touch:hidden'

/** Hidden from screen readers, which have `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className={KEY_HINT}>
    {children}
  </span>
)
