import type { Call, CallSet } from '@/lib/domain/call/call'
import { changedFiles } from '@/lib/domain/call/call-state'
import { changesToRevert, whyNotRevert } from '@/lib/domain/call/capabilities'
import { OBSTACLES } from '@/lib/domain/call/obstacle'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { callsReverting, changesOfRun, findCall } from '@/lib/store/call/call'
import { foreignChanges } from '@/lib/store/call/file-activity'
import type { By } from '@/lib/store/installation/idempotency-key'
import { findRun } from '@/lib/store/run/run'
import { restoreFile } from '@/lib/tools/files/restore-file'
import type { Proposal } from '../calls/store-calls'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import type { Write } from '../write/write'
import { addUserSet } from './user-set'

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

async function revert(
  deps: Deps,
  command: By & { sessionId: string; calls: Call[] },
): Promise<CallSet | Refusal> {
  const { calls } = command
  const ids = calls.map(({ id }) => id)
  const foreign = await foreignChanges(deps.sql, ids)
  // For each file that a Call has changed a Call that puts it back, the last change first.
  const all = calls.flatMap(call => {
    const changes = call.state === 'settled' ? changedFiles(call.result) : []
    return changes.toReversed().map(({ path, before, after, mode }) => {
      const argumentsText = JSON.stringify({ path, from: after, to: before, mode })
      return { tool: restoreFile.name, argumentsText, reverts: call.id, path }
    })
  })
  const requested = all.filter(
    each => !foreign.some(({ callId, path }) => callId === each.reverts && path === each.path),
  )
  if (requested.length === 0 && all.length > 0)
    return refuse('invalid_request', { code: 'problem.othersChanged' })
  const grant = async (write: Write, proposals: Proposal[]): Promise<Proposal[] | Refusal> => {
    const { workspace } = write.row
    const stored = await callsReverting(write.sql, ids)
    const reverting = calls.map(call => {
      const reverts = stored.filter(other => other.reverts === call.id)
      return { call, reverts, obstacle: whyNotRevert(call, { reverts, workspace }) }
    })
    const free = reverting.flatMap(({ call, reverts, obstacle }) => {
      const left = new Set(obstacle === null ? changesToRevert(call, reverts).map(({ path }) => path) : [])
      return proposals.filter(
        (proposal, at) => proposal.reverts === call.id && left.has(requested[at]?.path ?? ''),
      )
    })
    if (free.length > 0) {
      if (foreign.length > 0) {
        const parts = foreign.map(({ path, tool, session }): CodedText => {
          return { code: 'notice.leftOutFile', params: { path, tool, session } }
        })
        const codedText: CodedText = { code: 'notice.leftOut', parts }
        addEntry(write, { kind: 'notice', text: phrase(codedText), codedText })
      }
      return free
    }
    const first = reverting[0]?.obstacle
    return refuse('invalid_request', first ? OBSTACLES[first] : { code: 'problem.noFileInRun' })
  }
  return addUserSet(deps, { ...command, requested, grant })
}
