import type { ExecutingCall } from '@/lib/domain/call'
import type { RunRow } from '@/lib/domain/run'
import { approved } from '@/lib/domain/transitions'
import { beginCalls } from './begin-calls'
import type { Deps } from './deps'
import type { Task } from './task'
import type { Write } from './write'

/**
 * Calls that began under another lease and have no Result. Nobody saw their end: one whose Tool is declared
 * idempotent begins again, checked like any other; each of the rest is looked at afresh and put to a person
 * as an unknown outcome.
 */
export async function recover(
  deps: Deps,
  write: Write,
  about: { run: RunRow | undefined; calls: ExecutingCall[] },
): Promise<Task[]> {
  const again = about.calls.filter(call => mayRepeat(deps, call))
  const lost = about.calls.filter(call => !again.includes(call))
  const begun = await beginCalls(deps, write, {
    run: about.run,
    calls: again.map(call => approved(call, call.by, { effective: call.effective })),
  })
  const asked = lost.map(call => ({ do: 'reassess' as const, call, why: 'outcome_unknown' as const }))
  return [...begun, ...asked.map(task => ({ ...task, session: write.row }))]
}

const mayRepeat = (deps: Deps, call: ExecutingCall): boolean =>
  call.idempotent && deps.tools.tool(call.effective.tool)?.idempotent === true
