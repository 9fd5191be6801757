import { scenario, unit } from './guards.mjs'

/** The Plan and the State: what a person approves, what is written with a Result, what the next Request tells. */

/** @type {import('./mutations.mjs').Mutation[]} */
export const PLANNED = [
  {
    invariant: 'I3 nothing runs undecided',
    name: 'in mode plan the plan approves itself',
    file: 'lib/domain/policy/judge.ts',
    from: "policy.mode === 'plan' && call.tool === UPDATE_PLAN",
    to: 'false',
    guard: unit('domain/policy/judge', 'asks about the Plan, whatever a Rule allows'),
  },
  {
    invariant: 'I3 nothing runs undecided',
    name: 'in mode plan writes are offered',
    file: 'lib/run/calls/call-scope.ts',
    from: "mode !== 'plan' || tool.readOnly",
    to: "mode !== 'plan' || true || tool.readOnly",
    guard: scenario('mode-plan', 'a write is refused with the reason, and nothing of it runs'),
  },
  {
    invariant: 'I7 stop and delete settle every Call',
    name: 'what a control tool noted counts though its Call has another Result',
    file: 'lib/run/calls/settle.ts',
    from: "mayHaveBegun && call.source !== 'control'",
    to: 'mayHaveBegun',
    guard: unit('run/calls/settle', 'when its run ends'),
  },
  {
    invariant: 'I8 no second effect without a person',
    name: 'a plan that a person did not see as it is is written over',
    file: 'lib/run/actions/correct-plan.ts',
    from: 'revision !== before.revision',
    to: 'revision > before.revision',
    guard: scenario('plan', 'which they no longer see as it is'),
  },
  {
    invariant: 'I8 no second effect without a person',
    name: 'a state that a person did not see as it is is written over',
    file: 'lib/run/actions/correct-state.ts',
    from: 'about.revision !== present.revision',
    to: 'about.revision > present.revision',
    guard: scenario('state', 'which they no longer see as it is'),
  },
  {
    invariant: 'I8 no second effect without a person',
    name: 'a header and a body that name different revisions are taken for one',
    file: 'lib/http/if-match.ts',
    from: 'inBody !== undefined && inBody !== Number(digits)',
    to: 'false',
    guard: unit('http/if-match', 'the body may name it too'),
  },
  {
    invariant: 'I17 the fold equals the view',
    name: 'a revision of the plan is not folded',
    file: 'lib/domain/session/view.ts',
    from: 'return { plan: event.data.plan }',
    to: 'return {}',
    guard: scenario('plan', 'without asking anybody; the next request tells it'),
  },
  {
    invariant: 'I17 the fold equals the view',
    name: 'a change of the state is not folded',
    file: 'lib/domain/session/view.ts',
    from: 'return { state: event.data.state, stateRevision: event.data.revision }',
    to: 'return {}',
    guard: scenario('state', 'by patches, without asking anybody'),
  },
  {
    invariant: 'what was not seen is not written over',
    name: 'a Call writes over what a person had set without a word',
    file: 'lib/run/queries/list-state-revisions.ts',
    from: '...(conflicts.length > 0 ? { conflicts } : {})',
    to: '',
    guard: scenario('state', 'is told as a conflict, until somebody changes it'),
  },
  {
    invariant: 'what was not seen is not written over',
    name: 'a second write of the agent ends the conflict that the first began',
    file: 'lib/domain/session/open-conflicts.ts',
    from: 'if (callId === undefined) settled',
    to: 'settled',
    guard: unit('domain/session/open-conflicts', 'the agent put one more over its own'),
  },
]
