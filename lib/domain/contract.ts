import * as z from 'zod'
import { Call, CallSet } from './call'
import { COMPACTION_OPERATIONS } from './compaction-operations'
import { Correction } from './correction'
import { DecideInput, PreviewAnswer, PreviewInput } from './decision-request'
import { Entry } from './entry'
import { Health, Liveness } from './health'
import { Instant } from './instant'
import { MEMORY_OPERATIONS } from './memory-operations'
import { NewMessage, QueueItem } from './message'
import { MIND_OPERATIONS } from './mind-operations'
import { ModelInfo, ModelPatch } from './model-info'
import { listOf, type Operation, page } from './operation'
import { RequestRecord } from './request-record'
import { REVIEW_OPERATIONS } from './review-operations'
import { Run } from './run'
import { SECRET_OPERATIONS } from './secret-operations'
import { NewSession, Session, SessionPatch, SessionState } from './session'
import { SessionView } from './session-view'
import { Tool } from './tool'

const Accepted = z.object({ runId: z.string(), messageId: z.string(), acceptedAt: Instant })

const STREAM =
  'Each event has `event:` its type and `data:` JSON, durable ones an `id:` too. Comments come every 15 s. A client that takes nothing for half a minute is cut off. After a break send the last id as `Last-Event-ID`, which outranks `after`: nothing is skipped and nothing told twice.'

export const WaitAnswer = z.object({
  status: z.enum(['ok', 'error', 'timeout']),
  runId: z.string(),
  startedAt: Instant.optional(),
  endedAt: Instant.optional(),
  stopReason: z.string().optional(),
  error: z.string().optional(),
})

export const OPERATIONS = {
  createSession: {
    method: 'POST',
    path: '/api/sessions',
    summary: 'Create a session, or find it by its key',
    body: NewSession,
    answers: { 201: Session, 200: Session },
  },
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions, newest activity first',
    query: z.object({
      ...page,
      q: z.string().max(200).optional(),
      state: SessionState.optional(),
      archived: z.enum(['true', 'false']).default('false'),
    }),
    answers: { 200: listOf(Session) },
  },
  readSession: {
    method: 'GET',
    path: '/api/sessions/{id}',
    summary: 'A session as every tab sees it',
    answers: { 200: SessionView },
  },
  changeSession: {
    method: 'PATCH',
    path: '/api/sessions/{id}',
    summary: 'Change settings, title or archive',
    body: SessionPatch,
    answers: { 200: Session },
  },
  deleteSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    summary: 'Stop it, then delete it with its transcript, Calls and events, for good',
    answers: { 204: null },
  },
  readTranscript: {
    method: 'GET',
    path: '/api/sessions/{id}/transcript',
    summary: 'Older entries, oldest first; `before` takes a seq or nextCursor',
    query: z.object({
      limit: page.limit,
      cursor: page.cursor,
      before: z.string().max(500).optional(),
    }),
    answers: { 200: listOf(Entry) },
  },
  sendMessage: {
    method: 'POST',
    path: '/api/sessions/{id}/messages',
    summary: 'Say something: stored before it is acknowledged',
    body: NewMessage,
    answers: { 202: Accepted },
  },
  listQueue: {
    method: 'GET',
    path: '/api/sessions/{id}/queue',
    summary: 'Input that has not reached the model yet',
    answers: { 200: listOf(QueueItem) },
  },
  deleteQueueItem: {
    method: 'DELETE',
    path: '/api/sessions/{id}/queue/{itemId}',
    summary: 'Take queued input back',
    answers: { 204: null },
  },
  stopSession: {
    method: 'POST',
    path: '/api/sessions/{id}/stop',
    summary: 'Clear the queue, then stop the active Run',
    answers: { 202: z.object({ runId: z.string().nullable() }) },
  },
  readRequest: {
    method: 'GET',
    path: '/api/sessions/{id}/requests/{n}',
    summary: 'Exactly what Request `n` of the session sent, and what came back',
    answers: { 200: RequestRecord },
  },
  ...COMPACTION_OPERATIONS,
  ...MIND_OPERATIONS,
  ...REVIEW_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...SECRET_OPERATIONS,
  sessionEvents: {
    method: 'GET',
    path: '/api/sessions/{id}/events',
    summary: 'Server-sent events of one session; ids are sequence numbers',
    description: `${STREAM} Without \`after\` the stream starts now; \`after=0\` starts at the beginning. Text on its way comes as well, from the start of the answer that is being written. The stream ends when the session is deleted.`,
    query: z.object({ after: z.string().max(500).optional() }),
    answers: { 200: 'stream' },
  },
  allEvents: {
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events of all sessions; ids are opaque cursors',
    description: `${STREAM} Without \`after\` the stream starts now; \`after=0\` starts at the beginning. Data carry \`sessionId\` and \`seq\`. \`deltas\` names sessions, by id and separated by commas, whose text on its way is wanted too.`,
    query: z.object({
      after: z.string().max(500).optional(),
      deltas: z
        .string()
        .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/i, 'Write up to 50 session ids, separated by commas')
        .optional(),
    }),
    answers: { 200: 'stream' },
  },
  liveEvents: {
    method: 'GET',
    path: '/api/live',
    summary: 'Server-sent events of some sessions on one connection, for a page in many tabs',
    description: `${STREAM} \`follow\` names up to 50 sessions, each with the sequence number after which its events are wanted. Data carry \`sessionId\` and \`seq\`, by which each is gone on with. \`sessions.changed\`, without an id, says that something has changed in some session.`,
    query: z.object({
      follow: z
        .string()
        .regex(
          /^[0-9a-f-]{36}:\d{1,9}(,[0-9a-f-]{36}:\d{1,9}){0,49}$/i,
          'Write up to 50 of session id:seq, separated by commas',
        )
        .optional(),
    }),
    answers: { 200: 'stream' },
  },
  readRun: {
    method: 'GET',
    path: '/api/runs/{id}',
    summary: 'A Run',
    answers: { 200: Run },
  },
  waitForRun: {
    method: 'GET',
    path: '/api/runs/{id}/wait',
    summary: 'Answers when the Run has ended; a timeout ends the wait, never the Run',
    description:
      '`ok`: it ended without an error, by its answer or otherwise; `stopReason` says how. `timeout`: it goes on.',
    query: z.object({ timeoutMs: z.coerce.number().int().min(0).max(600_000).default(30_000) }),
    answers: { 200: WaitAnswer },
  },
  cancelRun: {
    method: 'POST',
    path: '/api/runs/{id}/cancel',
    summary: 'End a Run; every open Call is settled',
    answers: { 202: Run },
  },
  continueRun: {
    method: 'POST',
    path: '/api/runs/{id}/continue',
    summary: 'Go on where a limit or an error ended the last Run; `requests` is the cap of the new one',
    body: z.strictObject({ requests: z.int().min(1).max(1000).optional() }),
    answers: { 202: z.object({ runId: z.string() }) },
  },
  revertRun: {
    method: 'POST',
    path: '/api/runs/{id}/revert',
    summary: 'Put back what the Calls of a Run replaced, the last change first; each as by itself',
    answers: { 202: CallSet },
  },
  listPending: {
    method: 'GET',
    path: '/api/pending',
    summary: 'The inbox: waiting sets over all sessions, oldest first',
    query: z.object(page),
    answers: { 200: listOf(CallSet.extend({ sessionTitle: z.string() })) },
  },
  readSet: { method: 'GET', path: '/api/sets/{id}', summary: 'A CallSet', answers: { 200: CallSet } },
  readCall: {
    method: 'GET',
    path: '/api/calls/{id}',
    summary: 'A Call with its full history',
    answers: { 200: Call },
  },
  decide: {
    method: 'POST',
    path: '/api/sets/{id}/decisions',
    summary: 'Rule about Calls of a set, all or nothing',
    body: DecideInput,
    answers: { 200: CallSet },
  },
  undo: {
    method: 'POST',
    path: '/api/calls/{id}/undo',
    summary: 'Take a person’s approval back before the Call has started; it waits again',
    answers: { 200: Call },
  },
  revertCall: {
    method: 'POST',
    path: '/api/calls/{id}/revert',
    summary: 'Put back what a Call replaced in a file, by a Call of its own',
    description:
      'Only while the file is what the Call left: a later change is never overwritten, and the set then ends without having run.',
    answers: { 202: CallSet },
  },
  previewCall: {
    method: 'POST',
    path: '/api/calls/preview',
    summary: 'What an edit or a replacement would do; nothing is stored',
    body: PreviewInput,
    answers: { 200: PreviewAnswer },
  },
  listCorrections: {
    method: 'GET',
    path: '/api/corrections',
    summary: 'What people changed of Calls and why, newest first',
    description: 'Edits, replacements and answers, and what was denied with a reason.',
    query: z.object({ ...page, sessionId: z.uuid().optional() }),
    answers: { 200: listOf(Correction) },
  },
  listModels: {
    method: 'GET',
    path: '/api/models',
    summary: 'Models by provider, and what each still needs',
    answers: { 200: listOf(ModelInfo) },
  },
  changeModel: {
    method: 'PATCH',
    path: '/api/models/{modelId}',
    summary: 'Say what a model takes or costs; `null` puts back what is known of it',
    description:
      'The id is percent-encoded: it holds a colon, and may hold slashes. Prices are US dollars for a million tokens.',
    body: ModelPatch,
    answers: { 200: ModelInfo },
  },
  listTools: {
    method: 'GET',
    path: '/api/tools',
    summary: 'Tools with schema, source, risk and definition hash',
    answers: { 200: listOf(Tool) },
  },
  readHealth: {
    method: 'GET',
    path: '/api/health',
    summary: 'Liveness, database, queue, lanes, workspace',
    description: 'Without a sign-in it tells only whether things are well.',
    open: true,
    answers: { 200: z.union([Health, Liveness]), 503: z.union([Health, Liveness]) },
  },
  signIn: {
    method: 'GET',
    path: '/api/sign-in',
    summary: 'Exchange the access token for a cookie, and go on to a page',
    description:
      'A page that is asked for with `?token=` answers like this, with itself as `to`. Where the token is wrong a browser is sent there too, with `sign-in=failed`, or `sign-in=limited` after too many failures.',
    open: true,
    query: z.object({ token: z.string().max(1000).default(''), to: z.string().max(4000).default('/') }),
    answers: { 303: null },
  },
  signOut: {
    method: 'POST',
    path: '/api/sign-out',
    summary: 'Forget the cookie, here and in the browser',
    answers: { 204: null },
  },
  readOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS
