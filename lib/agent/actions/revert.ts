import type { Call, CallSet, ChangedFile } from '@/lib/domain/call/call'
import { changedFiles } from '@/lib/domain/call/call-state'
import { changesToRevert, whyNotRevert } from '@/lib/domain/call/capabilities'
import { OBSTACLES, type Obstacle } from '@/lib/domain/call/obstacle'
import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { callsReverting, changesOfRun, findCall } from '@/lib/store/call/call'
import { type ForeignChange, foreignChanges } from '@/lib/store/call/file-activity'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { findRun } from '@/lib/store/run/run'
import { restoreFile } from '@/lib/tools/files/restore-file'
import type { Proposal } from '../calls/store-calls'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import type { Write } from '../write/write'
import { addUserSet, type RequestedCall } from './user-set'

type By = { person: Person; once?: OnceKey | undefined }

/** Proposes to put back what each file held before a Call changed it, as long as it is what the Call left. */
export async function revertCall(deps: Deps, command: By & { callId: string }): Promise<CallSet | Refusal> {
  const call = await findCall(deps.sql, command.callId)
  if (!call) return refuse('not_found', { code: 'problem.noCall' })
  return revert(deps, { ...command, sessionId: call.sessionId, calls: [call] })
}

/** The same for what the Calls of a Run have changed so far, the last change first. */
export async function revertRun(deps: Deps, command: By & { runId: string }): Promise<CallSet | Refusal> {
  const run = await findRun(deps.db, command.runId)
  if (!run) return refuse('not_found', { code: 'problem.noRun' })
  const calls = await changesOfRun(deps.sql, command.runId)
  return revert(deps, { ...command, sessionId: run.sessionId, calls })
}

type Reverting = By & { sessionId: string; calls: Call[] }

async function revert(deps: Deps, command: Reverting): Promise<CallSet | Refusal> {
  const { calls } = command
  const ids = calls.map(({ id }) => id)
  const foreign = await foreignChanges(deps.sql, ids)
  const all = calls.flatMap(restoring)
  const requested = all.filter(
    each => !foreign.some(({ callId, path }) => callId === each.reverts && path === each.path),
  )
  if (requested.length === 0 && all.length > 0)
    return refuse('invalid_request', { code: 'problem.othersChanged' })
  const grant = async (write: Write, proposals: Proposal[]): Promise<Proposal[] | Refusal> => {
    const reverting = await revertingOf(write, calls)
    const free = reverting.flatMap(({ call, reverts, obstacle }) => {
      const left = new Set(obstacle === null ? changesToRevert(call, reverts).map(({ path }) => path) : [])
      return proposals.filter(
        (proposal, at) => proposal.reverts === call.id && left.has(requested[at]?.path ?? ''),
      )
    })
    if (free.length > 0) {
      if (foreign.length > 0) addLeftOut(write, foreign)
      return free
    }
    const first = reverting[0]?.obstacle
    return refuse('invalid_request', first ? OBSTACLES[first] : { code: 'problem.noFileInRun' })
  }
  return addUserSet(deps, { ...command, requested, grant })
}

/** Which files of a command stay as they are, and who changed them meanwhile. */
function addLeftOut(write: Write, files: ForeignChange[]): void {
  const parts = files.map(({ path, tool, session }): CodedText => {
    return { code: 'notice.leftOutFile', params: { path, tool, session } }
  })
  const codedText: CodedText = { code: 'notice.leftOut', parts }
  addEntry(write, { kind: 'notice', text: phrase(codedText), codedText })
}

/** The Calls that undo another one, one for each file that it has changed, the last change first. */
function restoring(call: Call): (RequestedCall & { reverts: string; path: string })[] {
  const changes = call.state === 'settled' ? changedFiles(call.result) : []
  return changes.toReversed().map(({ path, before, after, mode }: ChangedFile) => {
    const argumentsText = JSON.stringify({ path, from: after, to: before, mode })
    return { tool: restoreFile.name, argumentsText, reverts: call.id, path }
  })
}

type Reverted = { call: Call; reverts: Call[]; obstacle: Obstacle }

async function revertingOf(write: Write, calls: Call[]): Promise<Reverted[]> {
  const { workspace } = write.row
  const reverting = await callsReverting(
    write.sql,
    calls.map(call => call.id),
  )
  return calls.map(call => {
    const reverts = reverting.filter(other => other.reverts === call.id)
    return { call, reverts, obstacle: whyNotRevert(call, { reverts, workspace }) }
  })
}
