import { scenario, unit } from './guards.mjs'

/** What servers ask of people while a Call runs there: I1, I3, I4, I9, and the fence. */

const CLOCK = scenario('elicitation', 'neither the time of its call nor that of the run goes on')
const questions = test => ({ file: 'lib/domain/run/unheard-questions.test.ts', test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const ELICITED = [
  {
    invariant: 'lease: the fence',
    name: 'who has lost the session asks people in it',
    file: 'lib/run/calls/elicit.ts',
    from: "if (write.row.leaseEpoch !== task.call.epoch || parent?.state !== 'executing')",
    to: 'if (!parent)',
    guard: scenario('elicitation', 'a process that was taken for dead asks nothing'),
  },
  {
    invariant: 'I1 one Result per Call, in order',
    name: 'a question outlives the Call that it is asked for',
    file: 'lib/domain/run/next-step.ts',
    from: 'if (withdrawn.length > 0) return',
    to: 'if (withdrawn.length > 1) return',
    guard: questions('is withdrawn where its Call has ended'),
  },
  {
    invariant: 'I9 the first Limit ends the Run',
    name: 'a question never expires',
    file: 'lib/domain/run/next-step.ts',
    from: '[...work.elicitations, ...(run?.calls ?? [])], now)',
    to: 'run?.calls ?? [], now)',
    guard: questions('expires, to the millisecond'),
  },
  {
    invariant: 'I9 the first Limit ends the Run',
    name: 'a question has no time to expire at',
    file: 'lib/run/calls/elicit.ts',
    from: 'expiresAt: later(write.now, ELICITATION_MS),',
    to: '',
    guard: scenario('elicitation', 'it waits for ten minutes and no longer'),
  },
  {
    invariant: 'I9 the first Limit ends the Run',
    name: 'the time of a Call goes on while it asks',
    file: 'lib/run/calls/activity-time.ts',
    from: 'if (this.#pauses === 1) this.#stop()',
    to: '',
    guard: CLOCK,
  },
  {
    invariant: 'I9 the first Limit ends the Run',
    name: 'the time of a Run goes on while a Call asks',
    file: 'lib/run/loop/take-next-step.ts',
    from: ' && !asking.has(call.id)',
    to: '',
    guard: CLOCK,
  },
  {
    invariant: 'I3 nothing runs undecided',
    name: 'a question can be approved',
    file: 'lib/domain/call/capabilities.ts',
    from: "if (isElicitation(call) && kind !== 'answer' && kind !== 'deny') return 'question'",
    to: '',
    guard: unit('domain/call/capabilities', 'a question of a server is answered or denied'),
  },
  {
    invariant: 'I4 executed = decided = shown',
    name: 'a server gets whatever a person wrote',
    file: 'lib/run/actions/store-decision.ts',
    from: 'UNKNOWN_SECRET : readAnswer(call, text)',
    to: 'UNKNOWN_SECRET : { ok: true as const, value: result }',
    guard: scenario('elicitation', 'is refused with its paths, and the next one counts'),
  },
]
