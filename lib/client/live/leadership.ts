import { loadPart } from '../page/load-part'
import type { Changes, Leadership } from './leader-votes'

const NAME = 'countersign-live'

/** By a lock, or by votes: browsers have no locks at an insecure address. */
export const seekLeadership = (changes: Changes): Leadership =>
  navigator.locks ? leadByLock(changes) : leadByLoadedVotes(changes)

/** Few browsers need the votes, so that they are a part of their own. */
function leadByLoadedVotes(changes: Changes): Leadership {
  let leadership: Leadership | undefined
  let isClosed = false
  loadPart(() => import('./leader-votes'))
    .then(({ leadByVotes }) => {
      if (!isClosed) leadership = leadByVotes(changes)
    })
    .catch(reportError)
  return {
    isLeader: () => leadership?.isLeader() ?? false,
    take: () => leadership?.take(),
    close: () => {
      isClosed = true
      leadership?.close()
    },
  }
}

/** The tab that holds a lock leads. The browser hands it on when that tab closes or crashes. */
function leadByLock({ onLead, onLost }: Changes): Leadership {
  let isLeader = false
  let release: () => void = () => undefined
  let closed = false
  const lead = (): Promise<void> => {
    if (closed) return Promise.resolve()
    isLeader = true
    onLead()
    return new Promise(resolve => {
      release = resolve
    })
  }
  const lost = (): void => {
    if (!isLeader) return
    isLeader = false
    onLost()
    // A tab that has lost the lead waits for it like any other.
    if (!closed) request({})
  }
  const request = (options: LockOptions): void => {
    navigator.locks.request(NAME, options, lead).catch(lost)
  }
  request({})
  return {
    isLeader: () => isLeader,
    take: () => {
      if (!isLeader) request({ steal: true })
    },
    close: () => {
      closed = true
      isLeader = false
      release()
    },
  }
}
