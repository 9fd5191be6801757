import { describe, expect, test } from 'vitest'
import type { Call, Invocation, Result } from '@/lib/domain/call/call'
import { withDecision } from '@/lib/domain/call/transitions'
import { aDecision, approvedCall, OK, waitingCall } from '@/test/factories'
import { resultMessage } from './result-message'

const other: Invocation = { tool: 'edit_file', argumentsText: '{"path":"b"}', arguments: { path: 'b' } }
const nothing = (kind: Result['kind'], text: string): Result => ({ kind, text, isError: false })
const told = (call: Call, result: Result): string => resultMessage(call, result, { resultChars: 50_000 }).text

const denied = (reason?: string) => withDecision(waitingCall(), aDecision({ kind: 'deny', reason }))
const byRule = withDecision(
  waitingCall(),
  aDecision({ kind: 'deny', by: { type: 'rule', id: 'r', name: 'deny write_*' } }),
)
const marked = withDecision(waitingCall({ why: 'outcome_unknown' }), aDecision({ kind: 'mark_done' }))

const rows: [string, Call, Result, string][] = [
  ['what ran as it was proposed: the result alone', approvedCall(), OK, 'done'],
  [
    'what ran with other arguments: what really ran, to the byte',
    { ...approvedCall(), effective: { ...other, tool: 'write_file' } },
    OK,
    'The person changed the arguments before this call ran. It ran with: {"path":"b"}\nResult:\ndone',
  ],
  [
    'what ran in its place',
    { ...approvedCall(), effective: other },
    OK,
    'The person ran edit_file instead of write_file, with: {"path":"b"}\nResult:\ndone',
  ],
  [
    'what failed after it was changed',
    { ...approvedCall(), effective: other },
    { kind: 'error', text: 'No such file', isError: true },
    'The person ran edit_file instead of write_file, with: {"path":"b"}\nResult:\nNo such file',
  ],
  [
    'what was denied',
    denied(),
    nothing('denied', 'Denied by Owner.'),
    'The person denied this call; it did not run.',
  ],
  [
    'why it was denied',
    denied('Not this file.'),
    nothing('denied', 'Denied by Owner: Not this file.'),
    'The person denied this call; it did not run. Reason: Not this file.',
  ],
  [
    'what a rule refused, without blaming the person',
    byRule,
    nothing('denied', 'Refused by a rule: deny write_*.'),
    'This call was refused; it did not run. Refused by a rule: deny write_*.',
  ],
  [
    'what the person answered in its place',
    withDecision(waitingCall(), aDecision({ kind: 'answer' })),
    nothing('answered', '42'),
    "The person answered in the tool's place; the tool did not run. The answer:\n42",
  ],
  [
    'what the person says was done after all',
    marked,
    nothing('answered', 'Marked as done.'),
    'It was interrupted while it ran; the person says that it was done.\nMarked as done.',
  ],
  [
    'that nobody decided',
    waitingCall(),
    nothing('expired', 'Not run: nobody decided in time.'),
    'Not run: nobody decided in time.',
  ],
  [
    'that it was not run',
    waitingCall(),
    nothing('not_run', 'Not run: the run was stopped.'),
    'Not run: the run was stopped.',
  ],
  ['that nobody knows', waitingCall(), nothing('unknown', 'Skipped.'), 'Skipped.'],
]

describe('the model is told', () => {
  test.each(rows)('%s', (...[, call, result, text]) => {
    expect(told(call, result)).toBe(text)
  })

  test('under the id of its own call and the name of the tool that it asked for', () => {
    const call = { ...approvedCall(), tool: 'edit_file', effective: other }
    expect(
      resultMessage(call, { kind: 'error', text: 'x', isError: true }, { resultChars: 9 }),
    ).toMatchObject({
      role: 'result',
      callId: 'provider-0',
      tool: 'write_file',
      isError: true,
    })
  })
})
