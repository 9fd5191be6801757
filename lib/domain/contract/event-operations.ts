import * as z from 'zod'
import type { Operation } from './operation'

const STREAM =
  'Each event has `event:` its type and `data:` JSON, durable ones an `id:` too. Comments come every 15 s. A client that takes nothing for half a minute is cut off. After a break send the last id as `Last-Event-ID`, which outranks `after`: nothing is skipped and nothing told twice. What this version does not know, or cannot read, is told as it is kept, with `unknown: true` among its data.'

/** Streams of server-sent events. */
export const EVENT_OPERATIONS = {
  sessionEvents: {
    endpoint: 'GET /api/sessions/{id}/events',
    summary: 'Server-sent events of one session; ids are sequence numbers',
    description: `${STREAM} Without \`after\` the stream starts now; \`after=0\` starts at the beginning. Text on its way comes as well, from the start of the answer that is being written. The stream ends when the session is deleted.`,
    query: z.strictObject({ after: z.string().max(500).optional() }),
    answers: { 200: 'stream' },
  },
  allEvents: {
    endpoint: 'GET /api/events',
    summary: 'Server-sent events of all sessions; ids are opaque cursors',
    description: `${STREAM} Without \`after\` the stream starts now; \`after=0\` starts at the beginning. Data carry \`sessionId\` and \`seq\`. \`deltas\` names sessions, by id and separated by commas, whose text on its way is wanted too.`,
    query: z.strictObject({
      after: z.string().max(500).optional(),
      deltas: z
        .string()
        .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/i, 'Write up to 50 session ids, separated by commas')
        .optional(),
    }),
    answers: { 200: 'stream' },
  },
  liveEvents: {
    endpoint: 'GET /api/live',
    summary: 'Server-sent events of some sessions on one connection, for a page in many tabs',
    description: `${STREAM} \`follow\` names up to 50 sessions, each with the sequence number after which its events are wanted. Data carry \`sessionId\` and \`seq\`, by which each is gone on with. \`sessions.changed\`, without an id, says that something has changed in some session. An event of a kind that this version does not know comes as \`event.unknown\`, with its \`type\` among its data.`,
    query: z.strictObject({
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
} as const satisfies Record<string, Operation>
