import { newKey } from '../api/fetch-api'

/** Of the tabs of a browser on the same server one leads. */
export type Leadership = {
  isLeader: () => boolean
  /** Takes the lead from a tab that no longer responds. */
  take: () => void
  close: () => void
}

export type Changes = { onLead: () => void; onLost: () => void }

/** `claim`: asks whether any tab leads, to do it else; `lead`: says that the sender does; `leave`: that it no longer does. */
type Vote = { kind: 'claim' | 'lead' | 'leave'; term: number; tab: string }

/** A tab whose claim nobody answers for so long leads. */
const ANSWER_MS = 300

/**
 * Who leads answers each claim. Of two that claim at the same time, or that both lead because one was asleep, the one
 * of the later term goes on, and in the same term that with the higher name.
 */
export function leadByVotes({ onLead, onLost }: Changes): Leadership {
  const tab = newKey()
  const channel = new BroadcastChannel('countersign-live-votes')
  let term = 0
  let isLeader = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const post = (kind: Vote['kind']): void => channel.postMessage({ kind, term, tab } satisfies Vote)
  const lead = (): void => {
    clearTimeout(timer)
    isLeader = true
    post('lead')
    onLead()
  }
  const claim = (): void => {
    term += 1
    post('claim')
    clearTimeout(timer)
    timer = setTimeout(lead, ANSWER_MS)
  }
  const yieldTo = (kind: Vote['kind']): void => {
    clearTimeout(timer)
    // Who claims may be gone before it leads.
    if (kind === 'claim') timer = setTimeout(claim, 2 * ANSWER_MS)
    if (isLeader) onLost()
    isLeader = false
  }
  channel.onmessage = ({ data: vote }: MessageEvent<Vote>) => {
    const isLater = vote.term > term || (vote.term === term && vote.tab > tab)
    term = Math.max(term, vote.term)
    if (isLeader && (vote.kind !== 'lead' || !isLater)) post('lead')
    else if (vote.kind === 'leave') claim()
    else if (vote.kind === 'lead' || isLater) yieldTo(vote.kind)
  }
  claim()
  return {
    isLeader: () => isLeader,
    take: () => {
      if (isLeader) return
      term += 1
      lead()
    },
    close: () => {
      clearTimeout(timer)
      if (isLeader) post('leave')
      isLeader = false
      channel.close()
    },
  }
}
