import { scenario, unit } from './guards.mjs'

/** The Plan and the State: what a person approves, what is written with a Result, what the next Request tells. */

/** @type {import('./mutations.mjs').Mutation[]} */
export const PLANNED = [
  {
    invariant: 'I3 nothing runs undecided',
    name: 'in mode plan the plan approves itself',
    file: 'lib/domain/judge.ts',
    from: "policy.mode === 'plan' && call.tool === UPDATE_PLAN",
    to: 'false',
    guard: unit('domain/judge', 'asks about the Plan, whatever a Rule allows'),
  },
  {
    invariant: 'I3 nothing runs undecided',
    name: 'in mode plan writes are offered',
    file: 'lib/run/place.ts',
    from: "mode !== 'plan' || tool.readOnly",
    to: "mode !== 'plan' || true || tool.readOnly",
    guard: scenario('mode-plan', 'a write is no tool at all, and nothing of it runs'),
  },
  {
    invariant: 'I7 stop and delete settle every Call',
    name: 'what a control tool noted counts though its Call has another Result',
    file: 'lib/run/remainder.ts',
    from: "mayHaveBegun && call.source !== 'control'",
    to: 'mayHaveBegun',
    guard: unit('run/remainder', 'when its run ends'),
  },
  {
    invariant: 'I8 no second effect without a person',
    name: 'a plan that a person did not see as it is is written over',
    file: 'lib/run/correct-plan.ts',
    from: 'given.revision !== before.revision',
    to: 'given.revision > before.revision',
    guard: scenario('plan', 'which they no longer see as it is'),
  },
  {
    invariant: 'I17 the fold equals the view',
    name: 'a revision of the plan is not folded',
    file: 'lib/domain/view.ts',
    from: 'return { plan: event.data.plan }',
    to: 'return {}',
    guard: scenario('plan', 'without asking anybody; the next request tells it'),
  },
  {
    invariant: 'I17 the fold equals the view',
    name: 'a change of the state is not folded',
    file: 'lib/domain/view.ts',
    from: 'return { state: event.data.state }',
    to: 'return {}',
    guard: scenario('state', 'by patches, without asking anybody'),
  },
]
