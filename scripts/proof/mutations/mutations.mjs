import { ADMITTED } from './admitted.mjs'
import { BOUNDED } from './bounded.mjs'
import { COMMANDED } from './commanded.mjs'
import { COMPACTED } from './compacted.mjs'
import { DECIDED } from './decided.mjs'
import { ELICITED } from './elicited.mjs'
import { FILED } from './filed.mjs'
import { FORKED } from './forked.mjs'
import { KEPT } from './kept.mjs'
import { MASKED } from './masked.mjs'
import { OUTLIVED } from './outlived.mjs'
import { PINNED } from './pinned.mjs'
import { PLANNED } from './planned.mjs'
import { REACHED } from './reached.mjs'
import { READ } from './read.mjs'
import { RECORD } from './record.mjs'
import { REQUESTS } from './requests.mjs'
import { RIGHTS } from './rights.mjs'
import { SEEN } from './seen.mjs'
import { SERVED } from './served.mjs'
import { SETTLED } from './settled.mjs'
import { SPOKEN } from './spoken.mjs'
import { STORED } from './stored.mjs'
import { TOLD } from './told.mjs'
import { WOKEN } from './woken.mjs'

/**
 * One small change that breaks a promise, and the test that must notice.
 *
 * @typedef {{ invariant: string, name: string, file: string, from: string, to: string,
 *   guard: { file: string, test: string } }} Mutation
 */

/** @type {Mutation[]} */
export const MUTATIONS = [
  ...SETTLED,
  ...DECIDED,
  ...ELICITED,
  ...READ,
  ...COMMANDED,
  ...SERVED,
  ...KEPT,
  ...WOKEN,
  ...OUTLIVED,
  ...SPOKEN,
  ...PINNED,
  ...PLANNED,
  ...FILED,
  ...FORKED,
  ...MASKED,
  ...COMPACTED,
  ...RECORD,
  ...RIGHTS,
  ...ADMITTED,
  ...SEEN,
  ...BOUNDED,
  ...REQUESTS,
  ...STORED,
  ...REACHED,
  ...TOLD,
]
