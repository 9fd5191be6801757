import type { LiveState } from '@/lib/client/live-state'

const TEXT = { reconnecting: 'Reconnecting…' }

/** The one place where news is said aloud. It is there from the start, else the first news would be missed. */
export function PageStatus({ live, news }: { live: LiveState; news: string }) {
  return (
    <div role="status" aria-atomic="false" className="column">
      <span className="sr-only">{news}</span>
      <span className={live === 'reconnecting' ? 'block py-1 text-small' : 'hidden'}>
        {live === 'reconnecting' && TEXT.reconnecting}
      </span>
    </div>
  )
}
