import type { WaitingCall } from '@/lib/domain/call/call'
import type { Plan, PlanStep } from '@/lib/domain/session/plan'
import { planText } from '@/lib/domain/session/plan-text'
import { aRun, aSession, aSet, aView, NOW, waitingCall } from '../factories'
import type { GalleryState } from './gallery-state'
import { ASKED, digestOf, invocation } from './made-up'

const session = aSession({ title: 'Release notes' })

const step = (id: string, title: string, given: Partial<PlanStep> = {}): PlanStep => ({
  id,
  title,
  status: 'pending',
  dependsOn: [],
  ...given,
})

const STEPS = [
  step('read', 'Read what was merged since the last version', { status: 'done' }),
  step('ask', 'Ask every team for a sentence', { status: 'dropped' }),
  step('write', 'Write the release notes, three lines at most', { status: 'active', dependsOn: ['read'] }),
  step('check', 'Check every link', { dependsOn: ['write'] }),
]

const PLAN: Plan = {
  revision: 3,
  steps: STEPS,
  approved: true,
  because: 'Changed write_file: path from "notes.md" to "release-notes.md".',
}

const FULL: Plan = {
  revision: 41,
  because: `${'Keep every word of it. '.repeat(20)}`,
  steps: Array.from({ length: 200 }, (_, n) =>
    step(
      `step-${n}`,
      n % 9 === 0 ? 'An-unbreakable-name-'.repeat(20) : `Look at part ${n + 1} of the archive`,
      {
        status: n < 60 ? 'done' : 'pending',
        dependsOn: n > 0 ? [`step-${n - 1}`] : [],
      },
    ),
  ),
}

const STATE = {
  version: '2.4.0',
  released: false,
  links: { checked: 12, broken: ['https://example.com/old', 'https://example.com/\u202Emoved'] },
}

const WRITTEN_OVER = [
  { path: '/version', before: '"2.3.1"', after: '"2.4.0"' },
  { path: '/reviewed\u202Eby', before: `"${'Everybody. '.repeat(60)}"` },
]

const inspecting = (inspects: 'plan' | 'state', given: Parameters<typeof aView>[0]): GalleryState => ({
  view: aView({ session, transcript: ASKED, ...given }),
  inspects,
})

/** A Plan that waits for a person, in mode `plan`. */
function proposal(): WaitingCall {
  const steps = STEPS.map(({ id, title, dependsOn }) => ({ id, title, dependsOn }))
  const unified = `@@ -0,0 +1,4 @@\n${planText(STEPS.map(one => ({ ...one, status: 'pending' }))).replace(/^(?=.)/gm, '+')}`
  return waitingCall({
    tool: 'update_plan',
    source: 'control',
    digest: digestOf(7),
    proposed: invocation('update_plan', { steps }),
    preview: { kind: 'diff', summary: 'Plan of 4 steps', diff: { path: 'Plan', unified }, preconditions: [] },
    schema: { type: 'object', properties: { steps: { type: 'array' } }, required: ['steps'] },
  })
}

/** What the agent intends and keeps in mind, in each of its states. */
export const MIND_STATES: Record<string, () => GalleryState> = {
  'a-fork': () => ({
    view: aView({ session: { ...session, parent: { sessionId: 'parent', seq: 1 } }, transcript: ASKED }),
  }),
  planning: () => ({ view: aView({ session: { ...session, mode: 'plan' }, transcript: [] }) }),
  'plan-to-approve': () => ({
    view: aView({
      session: { ...session, mode: 'plan' },
      transcript: ASKED,
      activeRun: aRun({ status: 'waiting' }),
      openSets: [aSet([proposal()])],
    }),
  }),
  'no-plan': () => inspecting('plan', {}),
  'a-plan': () => inspecting('plan', { plan: PLAN }),
  'a-long-plan': () => inspecting('plan', { plan: FULL }),
  'no-state': () => inspecting('state', {}),
  'a-state': () => inspecting('state', { state: STATE }),
  'a-state-written-over': () => ({
    ...inspecting('state', { state: STATE, stateRevision: 2 }),
    revisions: [
      {
        revision: 2,
        at: NOW,
        callId: 'call-1',
        changes: WRITTEN_OVER,
        conflicts: WRITTEN_OVER,
        open: WRITTEN_OVER,
      },
    ],
  }),
  'a-large-state': () => inspecting('state', { state: { pages: 'x'.repeat(90_000), ...STATE } }),
}
