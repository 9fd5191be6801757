import type { ReactNode } from 'react'
import { ALERT } from './looks'

/** What went wrong, read out at once. */
export const Alert = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p role="alert" className={`${ALERT} ${className}`}>
    {children}
  </p>
)

/** The sign for what waits for a person; the text beside it says the same. */
export const NeedsYou = () => (
  <span aria-hidden="true" className="text-accent">
    ◉{' '}
  </span>
)
