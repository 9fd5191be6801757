/**
 * One tab of a browser leads: the one that holds a lock, which the browser gives to the next tab when that
 * one closes or dies. Where there are no locks (an address that is not secure) every tab leads itself.
 */
export type Leadership = {
  isLeader: () => boolean
  /** Takes the lead from a tab that is silent. */
  take: () => void
  close: () => void
}

const LOCK = 'countersign-live'

export function seekLeadership(onLead: () => void, onLost: () => void): Leadership {
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
    // Who lost the lead waits for it again like any other tab.
    if (!closed) request({})
  }
  const request = (options: LockOptions): void => {
    if (!navigator.locks) void lead()
    else navigator.locks.request(LOCK, options, lead).catch(lost)
  }
  request({})
  return {
    isLeader: () => isLeader,
    take: () => {
      if (!isLeader && navigator.locks) request({ steal: true })
    },
    close: () => {
      closed = true
      isLeader = false
      release()
    },
  }
}
