import type { DecisionKind } from '@/lib/domain/call/decision'
import type { SearchKind } from '@/lib/domain/session/search'

/** What the history page searches for. An empty part filters nothing. */
export type HistoryFilter = {
  q: string
  kinds: SearchKind[]
  tool: string
  decision: DecisionKind | ''
  /** The id of one. */
  person: string
  /** Days, as the reader counts them. */
  from: string
  to: string
}

export const SEARCH_KINDS = [
  'message',
  'call',
  'result',
  'decision',
  'session',
] as const satisfies SearchKind[]

export const DECISION_KINDS = [
  ...(['approve', 'edit', 'replace', 'deny'] as const),
  ...(['answer', 'retry', 'mark_done', 'skip'] as const),
] satisfies DecisionKind[]

const DAY = /^\d{4}-\d\d-\d\d$/

/** The filter in an address; invalid parts are ignored. */
export function historyFilter(params: URLSearchParams): HistoryFilter {
  const day = (name: string): string => params.get(name)?.match(DAY)?.[0] ?? ''
  return {
    q: params.get('q')?.slice(0, 1000) ?? '',
    kinds: SEARCH_KINDS.filter(kind => params.getAll('kind').includes(kind)),
    tool: params.get('tool') ?? '',
    decision: DECISION_KINDS.find(kind => kind === params.get('decision')) ?? '',
    person: params.get('person') ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** The query string of a filter; empty if nothing is filtered. */
export function historyAddress({ q, kinds, ...single }: HistoryFilter): string {
  const params = new URLSearchParams(kinds.map(kind => ['kind', kind]))
  for (const [name, value] of Object.entries({ q: q.trim(), ...single }))
    if (value !== '') params.append(name, value)
  return params.toString()
}

/** With days as times: from the start of the first to the end of the last, in the reader's time zone. */
export const historyQuery = ({ q, kinds, tool, decision, person, from, to }: HistoryFilter) => ({
  q: q.trim(),
  kind: kinds,
  tool: tool === '' ? [] : [tool],
  decision: decision === '' ? [] : [decision],
  person: person === '' ? [] : [person],
  from: from && timeOf(`${from}T00:00:00.000`),
  to: to && timeOf(`${to}T23:59:59.999`),
})

/** What is not a date stays as it is, and the server refuses it. */
function timeOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
