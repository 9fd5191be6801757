import * as z from 'zod'
import { CallSet } from '../call/call'
import { Instant } from '../instant'
import { Run } from '../run/run'
import { NewSchedule, Schedule, SchedulePatch } from '../schedules/schedule'
import { listOf, type Operation } from './operation'

const WaitAnswer = z.object({
  status: z.enum(['ok', 'error', 'timeout']),
  runId: z.string(),
  startedAt: Instant.optional(),
  endedAt: Instant.optional(),
  stopReason: z.string().optional(),
  error: z.string().optional(),
})

/** A Run: waiting for its end, ending it, and going on from there; then messages that are sent at their times. */
export const RUN_OPERATIONS = {
  readRun: {
    endpoint: 'GET /api/runs/{id}',
    summary: 'A Run',
    answers: { 200: Run },
  },
  waitForRun: {
    endpoint: 'GET /api/runs/{id}/wait',
    summary: 'Answers when the Run has ended; a timeout ends the wait, never the Run',
    description:
      '`ok`: it came to its end, by `final_text`, `task_complete`, `no_calls`, `silent` or `hook_reply`. `error`: it ended in any other way, which `stopReason` names and `error` says. `timeout`: it goes on.',
    query: z.strictObject({ timeoutMs: z.coerce.number().int().min(0).max(600_000).default(30_000) }),
    answers: { 200: WaitAnswer },
  },
  cancelRun: {
    endpoint: 'POST /api/runs/{id}/cancel',
    summary: 'End a Run; every open Call is settled',
    answers: { 202: Run },
  },
  continueRun: {
    endpoint: 'POST /api/runs/{id}/continue',
    summary: 'Go on where a limit or an error ended the last Run; `requests` is the cap of the new one',
    body: z.strictObject({ requests: z.int().min(1).max(1000).optional() }),
    answers: { 202: z.object({ runId: z.string() }) },
  },
  revertRun: {
    endpoint: 'POST /api/runs/{id}/revert',
    summary: 'Propose to put back what the Calls of a Run replaced, the last change first; each as by itself',
    answers: { 202: CallSet },
  },
  listSchedules: {
    endpoint: 'GET /api/schedules',
    summary: 'What is said at its times, the newest first',
    answers: { 200: listOf(Schedule) },
  },
  addSchedule: {
    endpoint: 'POST /api/schedules',
    role: 'owner',
    summary: 'Have a message sent at its times, or once',
    description:
      '`cron` or `at`, in `timeZone` (UTC unless it is set; an `at` without an offset is in UTC). With `sessionKey` always in the session of that key, which is made where there is none; else each Run has a session of its own. `unattended`: whether calls that ask wait, or are denied at once.',
    body: NewSchedule,
    answers: { 201: Schedule },
  },
  changeSchedule: {
    endpoint: 'PATCH /api/schedules/{id}',
    role: 'owner',
    summary: 'Change a schedule, or switch it on or off',
    body: SchedulePatch,
    answers: { 200: Schedule },
  },
  deleteSchedule: {
    endpoint: 'DELETE /api/schedules/{id}',
    role: 'owner',
    summary: 'Delete a schedule; a Run that has begun goes on',
    answers: { 204: null },
  },
  runSchedule: {
    endpoint: 'POST /api/schedules/{id}/run',
    role: 'owner',
    summary: 'Run it now; it comes at its times all the same',
    answers: { 202: Schedule },
  },
} as const satisfies Record<string, Operation>
