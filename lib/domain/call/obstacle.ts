import type { CodedText } from '@/lib/messages/phrase'

/** Why an action is not allowed, in words: what a route answers with. Buttons only ask whether there is an obstacle. */
export const OBSTACLES = {
  set_aside: { code: 'problem.setAside' },
  decided: { code: 'problem.wasDecided' },
  outcome_unknown: { code: 'problem.outcomeUnknown' },
  not_run: { code: 'problem.notRun' },
  question: { code: 'problem.question' },
  by_person: { code: 'problem.byPerson' },
  by_no_person: { code: 'problem.byNoPerson' },
  not_approved: { code: 'problem.notApproved' },
  started: { code: 'problem.started' },
  not_ended: { code: 'problem.notEnded' },
  not_known: { code: 'problem.notKnown' },
  no_file: { code: 'problem.noFile' },
  other_folder: { code: 'problem.otherFolder' },
  being_reverted: { code: 'problem.beingReverted' },
  reverted: { code: 'problem.reverted' },
  run_not_ended: { code: 'problem.runNotEnded' },
  run_done: { code: 'problem.runDone' },
  later_run: { code: 'problem.laterRun' },
} as const satisfies Record<string, CodedText>

/** `null` if the action is allowed. */
export type Obstacle = keyof typeof OBSTACLES | null
