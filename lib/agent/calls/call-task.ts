import type { Call, ExecutingCall, Result, WaitingReason } from '@/lib/domain/call/call'
import type { Limits } from '@/lib/domain/run/limits'
import type { AttachmentContent, Content } from '@/lib/store/call/contents'
import type { SessionRow } from '@/lib/store/session/session'
import type { ControlEffect } from '@/lib/tools/define-tool'
import type { Assessment } from './assess'

/** A Call whose `executing` is stored. `lost`: the same Call as it began under an earlier lease. */
export type PerformTask = {
  do: 'perform'
  session: SessionRow
  call: ExecutingCall
  limits: Limits
  lost?: ExecutingCall | undefined
}

/** A Call that is to wait (again), and is looked at as things are now. */
export type ReassessTask = { do: 'reassess'; session: SessionRow; call: Call; why: WaitingReason }

/** What came of a Call. */
export type CallOutcome = ReassessOutcome | PerformOutcome

type PerformOutcome = {
  kind: 'performed'
  callId: string
  result: Result
  contents: Content[]
  /** The pictures of its Result. */
  attachments?: AttachmentContent[]
  noted?: ControlEffect | undefined
}

/** `lastOutput`: what a Call of unknown outcome gave last, as far as that was kept. */
type ReassessOutcome = {
  kind: 'reassessed'
  callId: string
  why: WaitingReason
  assessment: Assessment
  lastOutput?: string | undefined
}
