/** Why an action is not allowed, in words: what a route answers with. Buttons only ask whether there is an obstacle. */
export const OBSTACLES = {
  set_aside: 'This version cannot read this call: use the one that stored it.',
  decided: 'This call was already decided.',
  outcome_unknown: 'The outcome of this call is unknown: retry it, mark it as done, or skip it.',
  not_run: 'This call has not run: approve, edit or deny it.',
  question: 'A server asks this, and nothing of it runs: answer it, or deny it.',
  by_person: 'You asked for this call: it never waits.',
  by_no_person: 'Nobody approved this by hand.',
  not_approved: 'Nothing to undo: nobody has approved this call.',
  started: 'It has started already.',
  not_ended: 'This call has not ended.',
  not_known: 'This call is not known to have changed anything.',
  no_file: 'This call changed no file that can be put back.',
  other_folder: 'The session works in another folder since.',
  being_reverted: 'This call is being reverted.',
  reverted: 'This call was reverted already.',
  run_not_ended: 'This run has not ended.',
  run_done: 'Nothing ended this run before it was done. Send a message to go on.',
  later_run: 'Another run came after this one. Send a message to go on.',
} as const

/** `null` if the action is allowed. */
export type Obstacle = keyof typeof OBSTACLES | null
