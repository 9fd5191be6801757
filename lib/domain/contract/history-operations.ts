import * as z from 'zod'
import { DecisionKind } from '../call/decision'
import { PICTURE_TYPES } from '../call/picture'
import { GivenInstant, type Instant } from '../instant'
import { Entry } from '../session/entry'
import { EXPORT_TYPES, ExportFormat } from '../session/export-format'
import { MOST_COUNTED, SearchItem, SearchKind } from '../session/search'
import { listOf, type Operation, page } from './operation'

/** A time, or a day in UTC, which stands for the time `ofDay` on that day. */
const timeOrDay = (ofDay: string) =>
  z.union([GivenInstant, z.iso.date().transform((day): Instant => `${day}${ofDay}`)])

/** Reading back, searching and exporting what happened. */
export const HISTORY_OPERATIONS = {
  readTranscript: {
    endpoint: 'GET /api/sessions/{id}/transcript',
    summary: 'Entries, oldest first: the last ones, those before or after a place, or those around it',
    description:
      '`before` takes a seq or `nextCursor`, `after` a seq or `laterCursor`, `around` a seq; at most one of them. `nextCursor` leads to older entries and `laterCursor` to newer ones; each is null where there are none.',
    query: z.strictObject({
      ...page,
      before: z.string().max(500).optional(),
      after: z.string().max(500).optional(),
      around: z.string().max(500).optional(),
    }),
    answers: { 200: listOf(Entry).extend({ laterCursor: z.string().nullable() }) },
  },
  exportSession: {
    endpoint: 'GET /api/sessions/{id}/export',
    summary: 'The whole session as a file',
    description:
      '`json`: everything there is of it. `jsonl`: the links of its record, one a line and with the exact text that each hash covers, then the signed head. `md`: a document for people; arguments and results stand in it as text. `lang` is the language of its own words; `json` has them as `code` and `params` beside the English text.',
    query: z.strictObject({ format: ExportFormat.default('json'), lang: z.enum(['en', 'ru']).default('en') }),
    answers: { 200: Object.values(EXPORT_TYPES) },
  },
  readContent: {
    endpoint: 'GET /api/sessions/{id}/contents/{hash}',
    summary: 'A picture of a message or a result, as it was shown and sent',
    description:
      'Only what the session holds as a picture; contents of files and texts are not to be had here.',
    answers: { 200: PICTURE_TYPES },
  },
  search: {
    endpoint: 'GET /api/search',
    summary:
      'Messages, Calls, results, decisions and titles by their words, newest first; summaries come last',
    description:
      'Words are beginnings of words, `"…"` is a phrase, `-` excludes; without `q` everything that passes the filters is listed. `kind`, `tool`, `decision` and `person` may be given several times. `decision` and `tool` are about a Call: with them only what belongs to one is found. `person`, an id, finds what that person said and decided. With `perCall` each Call is found once, with the decision in force, which `decision` and `person` are then about.',
    query: z.strictObject({
      ...page,
      q: z.string().max(1000).default(''),
      kind: z.array(SearchKind).max(10).default([]),
      tool: z.array(z.string().max(64)).max(50).default([]),
      decision: z.array(DecisionKind).max(10).default([]),
      person: z.array(z.string().max(64)).max(50).default([]),
      from: timeOrDay('T00:00:00.000Z').optional(),
      to: timeOrDay('T23:59:59.999Z').optional(),
      perCall: z.enum(['true', 'false']).default('false'),
    }),
    answers: {
      200: listOf(SearchItem).extend({
        total: z
          .int()
          .min(0)
          .max(MOST_COUNTED)
          .describe(`How many there are on all pages, counted up to ${MOST_COUNTED}`),
        isMore: z.boolean().describe('There are more than `total`'),
      }),
    },
  },
} as const satisfies Record<string, Operation>
