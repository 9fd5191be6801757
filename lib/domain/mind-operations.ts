import * as z from 'zod'
import { listOf, type Operation, page } from './operation'
import { Plan, PlanCorrection, PlanRevision } from './plan'
import { State, StatePatch } from './state'
import { StateRevision } from './state-changes'

/** The operations on what the agent intends and keeps in mind. */
export const MIND_OPERATIONS = {
  correctPlan: {
    method: 'PUT',
    path: '/api/sessions/{id}/plan',
    summary: 'Correct the Plan: a revision that the agent is told of',
    description:
      'With the `revision` that was seen, a Plan that was revised since is left as it is: 409 `stale_revision`, with the `plan` as it is.',
    body: PlanCorrection,
    answers: { 200: Plan },
  },
  listPlanRevisions: {
    method: 'GET',
    path: '/api/sessions/{id}/plan/revisions',
    summary: 'The Plan as it was, newest first, each with its cause',
    query: z.object(page),
    answers: { 200: listOf(PlanRevision) },
  },
  correctState: {
    method: 'PATCH',
    path: '/api/sessions/{id}/state',
    summary: 'Correct the State by a JSON merge patch (RFC 7386)',
    body: StatePatch,
    answers: { 200: State },
  },
  listStateRevisions: {
    method: 'GET',
    path: '/api/sessions/{id}/state/revisions',
    summary: 'What was changed of the State, newest first, and by which Call',
    query: z.object(page),
    answers: { 200: listOf(StateRevision) },
  },
} as const satisfies Record<string, Operation>
