import * as z from 'zod'
import { Call, CallSet } from '../call/call'
import { Correction } from '../call/correction'
import {
  DecideInput,
  PreviewAnswer,
  PreviewInput,
  PreviewToolInput,
  RunToolInput,
} from '../call/decision-request'
import { countedListOf, listOf, type Operation, page } from './operation'

/** The inbox, and what people decide about Calls. */
export const CALL_OPERATIONS = {
  listPending: {
    endpoint: 'GET /api/pending',
    summary: 'The inbox: waiting sets over all sessions, oldest first',
    query: z.strictObject(page),
    answers: { 200: countedListOf(CallSet.extend({ sessionTitle: z.string() })) },
  },
  readSet: { endpoint: 'GET /api/sets/{id}', summary: 'A CallSet', answers: { 200: CallSet } },
  readCall: {
    endpoint: 'GET /api/calls/{id}',
    summary: 'A Call with its full history',
    answers: { 200: Call },
  },
  decide: {
    endpoint: 'POST /api/sets/{id}/decisions',
    summary: 'Rule about Calls of a set, all or nothing',
    body: DecideInput,
    answers: { 200: CallSet },
  },
  undo: {
    endpoint: 'POST /api/calls/{id}/undo',
    summary: 'Take a person’s approval back before the Call has started; it waits again',
    answers: { 200: Call },
  },
  revertCall: {
    endpoint: 'POST /api/calls/{id}/revert',
    summary: 'Propose to put back what a Call replaced in a file, by a set of its own that waits',
    description:
      'Decided like any other. Only while the file is what the Call left: a later change is never overwritten, and the set then ends without having run.',
    answers: { 202: CallSet },
  },
  previewCall: {
    endpoint: 'POST /api/calls/preview',
    summary: 'What an edit or a replacement would do; nothing is stored',
    body: PreviewInput,
    answers: { 200: PreviewAnswer },
  },
  runTool: {
    endpoint: 'POST /api/tools/{toolId}/run',
    summary: 'Try a tool: a set of the person’s own, through the same policy and record',
    description:
      'Sending it approves the call, unless a rule denies it. With `previewDigest` it runs as it was previewed, or is `stale_digest`. Without `sessionId` it runs in the session with key `tools`, which is made if need be.',
    body: RunToolInput,
    answers: { 202: CallSet },
  },
  previewTool: {
    endpoint: 'POST /api/tools/{toolId}/preview',
    summary: 'What trying a tool would do; no call is stored',
    description:
      'Refused where it would not be run, but for arguments that the tool does not take: those are told in `errors`. `verdict` is `deny` where a rule denies it, else `allow`. Without `sessionId` it is looked at in the session with key `tools`, which is made if need be.',
    body: PreviewToolInput,
    answers: { 200: PreviewAnswer },
  },
  listCorrections: {
    endpoint: 'GET /api/corrections',
    summary: 'What people changed of Calls and why, newest first',
    description: 'Edits, replacements and answers, and what was denied with a reason.',
    query: z.strictObject({ ...page, sessionId: z.uuid().optional() }),
    answers: { 200: listOf(Correction) },
  },
} as const satisfies Record<string, Operation>
