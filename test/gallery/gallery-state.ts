import type { SettledCall } from '@/lib/domain/call/call'
import type { StateRevision } from '@/lib/domain/session/state-changes'
import type { SessionView } from '@/lib/domain/session/view'

/** What the page knows in one state: the view, and what is on its way. */
export type GalleryState = {
  view: SessionView
  live?: 'live' | 'reconnecting'
  /** It is on its way, and nothing but its head is known. */
  isOpening?: boolean
  /** Seen by somebody who may not decide. */
  isForeign?: boolean
  /** What of the inspector is open beside it. */
  inspects?: 'plan' | 'state'
  /** How the State was changed. */
  revisions?: StateRevision[]
  /** Calls that have ended, whose stories are open. */
  stories?: SettledCall[]
  draft?: {
    text?: string
    blocks?: number[]
    reasoning?: string
    calls?: Record<string, { tool: string; text: string }>
    outputs?: Record<string, string>
  }
}
