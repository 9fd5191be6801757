import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { Instant } from '../instant'
import { Secret } from '../policy/secret'
import { UndoneCompaction } from '../run/compaction'
import { NewMessage, QueueItem } from '../run/message'
import { RequestRecord } from '../run/request-record'
import { Plan, PlanCorrection, PlanRevision } from '../session/plan'
import { NewSession, Session, SessionPatch, SessionState } from '../session/session'
import { SessionView } from '../session/session-view'
import { State, StatePatch } from '../session/state'
import { StateRevision } from '../session/state-changes'
import { countedListOf, listOf, type Operation, page } from './operation'

/** What a slash command answered; `data` is for programs. */
export const CommandAnswer = z.object({
  command: z.string(),
  text: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

const Rest = z.unknown()
const Items = z.array(z.looseObject({ id: z.string() }))
const link = { seq: z.int(), type: z.string(), at: Instant, payload: z.string(), hash: z.string() }
const Format = z.string().regex(/^countersign\/session\/1$/, 'fault.exportFormat' satisfies TextCode)

/** A session exported as JSON, as far as it is read: its record counts, and the rest must show the same. */
export const SessionExport = z.strictObject({
  format: Format.prefault(''),
  ...{ exportedAt: Rest, session: Rest, queue: Rest, rules: Rest, runs: Rest, requests: Rest, plans: Rest },
  ...{ states: Rest, attachments: Rest, record: Rest },
  chain: z.uuid(),
  entries: Items,
  sets: z.array(z.looseObject({ calls: Items })),
  events: z.array(z.object({ ...link, contents: z.record(z.string(), z.string()).default({}) })).min(1),
  head: z.object({ seq: z.int(), hash: z.string(), signature: z.string() }),
  publicKey: z.string(),
})
export type SessionExport = z.infer<typeof SessionExport>

const MessageReceipt = z.object({ runId: z.string(), messageId: z.string(), acceptedAt: Instant })

/** A session, what people send to it, and what they look after in it: its context, plan, state and secrets. */
export const SESSION_OPERATIONS = {
  createSession: {
    endpoint: 'POST /api/sessions',
    summary: 'Create a session, or find it by its key',
    body: NewSession,
    answers: { 201: Session, 200: Session },
  },
  importSession: {
    endpoint: 'POST /api/sessions/import',
    summary: 'A new session from what `export?format=json` gave',
    description:
      'If its chain verifies, what its record tells is copied, with new ids. Decisions read as imported and unverified; what waits, waits again as it would be here; nothing runs by itself, and no rule is imported.',
    body: SessionExport,
    fileBytes: 16 * 1024 * 1024,
    answers: { 201: Session },
  },
  listSessions: {
    endpoint: 'GET /api/sessions',
    summary: 'Sessions, newest activity first',
    query: z.strictObject({
      ...page,
      q: z.string().max(200).optional(),
      state: SessionState.optional(),
      archived: z.enum(['true', 'false']).default('false'),
    }),
    answers: { 200: countedListOf(Session) },
  },
  readSession: {
    endpoint: 'GET /api/sessions/{id}',
    summary: 'A session as every tab sees it',
    answers: { 200: SessionView },
  },
  changeSession: {
    endpoint: 'PATCH /api/sessions/{id}',
    summary: 'Change settings, title or archive',
    body: SessionPatch,
    answers: { 200: Session },
  },
  forkSession: {
    endpoint: 'POST /api/sessions/{id}/fork',
    summary: 'A new session that goes on from this one as it was after event `seq`',
    description:
      '`seq` counts: what that event told of is part of the fork; `call.decided.seq − 1` forks before that decision. What had not settled by then is pending again; nothing that is recorded runs again. This session stays as it is.',
    body: z.strictObject({ seq: z.int().min(1) }),
    answers: { 201: Session },
  },
  deleteSession: {
    endpoint: 'DELETE /api/sessions/{id}',
    summary: 'Stop it, then delete it with its transcript, Calls and events, for good',
    answers: { 204: null },
  },
  sendMessage: {
    endpoint: 'POST /api/sessions/{id}/messages',
    summary: 'Say something: stored before it is acknowledged',
    description:
      'A text that begins with a slash is a command: it is done at once, answered with 200, and never reaches the model. An unknown one is refused with the list of those there are. `//` sends a text that begins with a slash, and `/skill:NAME` a message with that skill.',
    body: NewMessage,
    answers: { 202: MessageReceipt, 200: CommandAnswer },
  },
  listQueue: {
    endpoint: 'GET /api/sessions/{id}/queue',
    summary: 'Input that has not reached the model yet',
    answers: { 200: listOf(QueueItem) },
  },
  deleteQueueItem: {
    endpoint: 'DELETE /api/sessions/{id}/queue/{itemId}',
    summary: 'Take queued input back',
    answers: { 204: null },
  },
  stopSession: {
    endpoint: 'POST /api/sessions/{id}/stop',
    summary: 'Clear the queue, then stop the active Run',
    answers: { 202: z.object({ runId: z.string().nullable() }) },
  },
  readRequest: {
    endpoint: 'GET /api/sessions/{id}/requests/{n}',
    summary: 'Exactly what Request `n` of the session sent, and what came back',
    answers: { 200: RequestRecord },
  },
  compactSession: {
    endpoint: 'POST /api/sessions/{id}/compact',
    summary: 'Put a summary in the place of earlier messages, which stay in the transcript',
    description:
      'A run at work does it before its next request, at the latest at its end; an idle session gets a run that does only that. `instructions` say what the summary should do.',
    body: z.strictObject({ instructions: z.string().min(1).max(8_000).optional() }),
    answers: { 202: z.object({ runId: z.string() }) },
  },
  undoCompaction: {
    endpoint: 'POST /api/sessions/{id}/compactions/{compactionId}/undo',
    summary: 'Show the model the earlier messages again',
    description: 'Of several compactions the latest is undone first.',
    answers: { 200: UndoneCompaction },
  },
  correctPlan: {
    endpoint: 'PUT /api/sessions/{id}/plan',
    summary: 'Correct the Plan: a revision that the agent is told of',
    description:
      'With the `revision` that was seen, in `If-Match` or in the body, a Plan that was revised since is left as it is: 409 `stale_revision`, with the `plan` as it is.',
    ifMatch: true,
    body: PlanCorrection,
    answers: { 200: Plan },
  },
  listPlanRevisions: {
    endpoint: 'GET /api/sessions/{id}/plan/revisions',
    summary: 'The Plan as it was, newest first, each with its cause',
    query: z.strictObject(page),
    answers: { 200: listOf(PlanRevision) },
  },
  correctState: {
    endpoint: 'PATCH /api/sessions/{id}/state',
    summary: 'Correct the State by a JSON merge patch (RFC 7386)',
    description:
      'With the revision that was seen in `If-Match`, a State that was changed since is left as it is: 409 `stale_revision`, with the `state` and its `revision` as they are.',
    ifMatch: true,
    body: StatePatch,
    answers: { 200: State },
  },
  listStateRevisions: {
    endpoint: 'GET /api/sessions/{id}/state/revisions',
    summary: 'What was changed of the State, newest first, and by which Call',
    query: z.strictObject(page),
    answers: { 200: listOf(StateRevision) },
  },
  listSecrets: {
    endpoint: 'GET /api/sessions/{id}/secrets',
    summary: 'What was masked in a session, by its handles; the secrets themselves are nowhere',
    answers: { 200: listOf(Secret) },
  },
  releaseSecret: {
    endpoint: 'POST /api/sessions/{id}/secrets/{n}/release',
    summary: 'Say that it is no secret: from now on it is not masked in this session',
    description:
      'Only what looks like a secret can be released, not one that the server holds. What was masked already stays so.',
    answers: { 200: Secret },
  },
} as const satisfies Record<string, Operation>
