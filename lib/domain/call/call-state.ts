import { isObject } from '@/lib/text/json/json-value'
import type { Call, ChangedFile, ExecutingCall, Invocation, Result, WaitingCall } from './call'
import type { Decision, DecisionKind } from './decision'
import type { FileDiff, Preview } from './preview'

export const isOpen = (call: Call): boolean => call.state !== 'settled'
/** Waiting for a person. A Call that this program cannot read is shown, but nobody is asked about it here. */
export const isWaiting = (call: Call): call is WaitingCall => call.state === 'waiting' && !isSetAside(call)
export const isExecuting = (call: Call): call is ExecutingCall => call.state === 'executing'

/** True of the Calls that a person asked for, not a model. */
export const isByPerson = (call: Call): boolean => call.dialect === 'person'

/** What a Call would run as it stands: the version a person edited, else the proposal. */
export const invocationOf = (call: Call): Invocation => call.effective ?? call.proposed

/** What can be put back of what a Call changed, the first change first. */
export const changedFiles = ({ changed, changes }: Result): ChangedFile[] =>
  changes ?? (changed ? [changed] : [])

/** What would become of each file, as far as that is shown. */
export const diffsOf = (preview: Preview | undefined): FileDiff[] =>
  preview?.diffs ?? (preview?.diff ? [preview.diff] : [])

/** What a Call changed, as it is shown where its preview could not tell. What another program stored there is left out. */
export function changesShown({ details }: Result): FileDiff[] {
  const diffs = details?.diffs
  return Array.isArray(diffs) && diffs.every(isFileDiff) ? diffs : []
}

/** Without its schema, since browsers ask. */
const isFileDiff = (value: unknown): value is FileDiff =>
  isObject(value) && typeof value.path === 'string' && typeof value.unified === 'string'

/** Whether this program can only show it. */
export const isSetAside = (thing: object): boolean =>
  ('unknown' in thing && thing.unknown === true) || ('unreadable' in thing && thing.unreadable === true)

/** The earlier Calls of its set that a Call waits for. The card says it in these terms. */
export const blockers = (call: Call, set: Call[]): Call[] =>
  set.filter(other => other.index < call.index && isOpen(other) && !(call.readOnly && other.readOnly))

/** The Decision that is in force. */
export const decisionOf = (call: Pick<Call, 'decisions'>): Decision | undefined =>
  call.decisions.findLast(decision => decision.void === undefined)

/** True of the Decisions after which something runs. */
export const letsRun = ({ kind }: { kind: DecisionKind }): boolean =>
  kind === 'approve' || kind === 'edit' || kind === 'replace' || kind === 'retry'
