import * as z from 'zod'
import { DecisionKind } from './decision'
import { EXPORT_TYPES, ExportFormat } from './export-format'
import { GivenInstant, type Instant } from './instant'
import { listOf, type Operation, page } from './operation'
import { SearchItem, SearchKind } from './search'

/** A time, or a day in UTC, of which it is the given time. */
const timeOrDay = (ofDay: string) =>
  z.union([GivenInstant, z.iso.date().transform((day): Instant => `${day}${ofDay}`)])

/** The operations by which what happened is looked through and taken along. */
export const REVIEW_OPERATIONS = {
  exportSession: {
    method: 'GET',
    path: '/api/sessions/{id}/export',
    summary: 'The whole session as a file',
    description:
      '`json`: everything there is of it. `jsonl`: the links of its record, one a line and with the exact text that each hash covers, then the signed head. `md`: a document for people; arguments and results stand in it as text.',
    query: z.object({ format: ExportFormat.default('json') }),
    answers: { 200: Object.values(EXPORT_TYPES) },
  },
  search: {
    method: 'GET',
    path: '/api/search',
    summary: 'Messages, Calls, results, decisions and titles by their words, newest first',
    description:
      'Words are beginnings of words, `"…"` is a phrase, `-` excludes; without `q` everything that passes the filters is listed. `kind`, `tool` and `decision` may be given several times. `decision` and `tool` are about a Call: with them only what belongs to one is found.',
    query: z.object({
      ...page,
      q: z.string().max(1000).default(''),
      kind: z.array(SearchKind).max(10).default([]),
      tool: z.array(z.string().max(64)).max(50).default([]),
      decision: z.array(DecisionKind).max(10).default([]),
      from: timeOrDay('T00:00:00.000Z').optional(),
      to: timeOrDay('T23:59:59.999Z').optional(),
    }),
    answers: { 200: listOf(SearchItem) },
  },
} as const satisfies Record<string, Operation>
