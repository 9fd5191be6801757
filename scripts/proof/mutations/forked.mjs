import { scenario } from './guards.mjs'

/** What a fork copies, and that nothing of it runs again: I3, I8, I18. */

/** @type {import('./mutations.mjs').Mutation[]} */
export const FORKED = [
  {
    invariant: 'I3 nothing runs undecided',
    name: 'what had been approved by then runs again in a fork',
    file: 'lib/run/actions/fork-session.ts',
    from: 'else waitAgain(write, call, atWork?.run)',
    to: "else if (call.state !== 'approved') waitAgain(write, call, atWork?.run)",
    guard: scenario('fork', 'runs nothing by the decisions that were copied with it'),
  },
  {
    invariant: 'I3 nothing runs undecided',
    name: 'a fork has the decisions of later',
    file: 'lib/store/session/fork.ts',
    from: "among('id', decided)",
    to: 'Prisma.sql`true`',
    guard: scenario('fork', 'waits again before its decision, can be decided otherwise'),
  },
  {
    invariant: 'I8 no silent repeat',
    name: 'what had begun by then waits in a fork as if it had not',
    file: 'lib/run/actions/fork-session.ts',
    from: 'if (isExecuting(call))',
    to: 'if (isExecuting(call) && call.idempotent)',
    guard: scenario('fork', 'has an unknown outcome in the fork, and goes on in the other session'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a fork signs what somebody changed',
    file: 'lib/run/actions/fork-session.ts',
    from: '    if (fault && (await isThere(tx, sessionId))) throw new RecordBroken(sessionId, fault, false)\n',
    to: '',
    guard: scenario('fork', 'of a record that somebody changed is refused'),
  },
]
