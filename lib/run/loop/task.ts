import type { CallOutcome, PerformTask, ReassessTask } from '../calls/call-task'
import type { SummaryOutcome } from '../compaction/summarise'
import type { RequestOutcome, RequestTask } from '../request/request-task'

/** What is to be done outside of any transaction, for the session as it was. Its beginning is stored. */
export type Task = RequestTask | PerformTask | ReassessTask

/** What came of a Task. It is stored, then the loop looks again. */
export type TaskOutcome = RequestOutcome | SummaryOutcome | CallOutcome
