import type { DecisionKind } from '@/lib/domain/call/decision'
import type { SearchKind } from '@/lib/domain/session/search'

/** What the history page searches for. An empty part filters nothing. */
export type HistoryFilter = {
  q: string
  kind: HistoryTab
  tool: string
  decision: DecisionKind | ''
  /** The id of one. */
  person: string
  /** Days, as the reader counts them. */
  from: string
  to: string
}

export const HISTORY_TABS = ['session', 'decision', 'message'] as const satisfies SearchKind[]
type HistoryTab = (typeof HISTORY_TABS)[number]

/** A Call is found by whatever is known of it. */
const KINDS: Record<HistoryTab, SearchKind[]> = {
  session: ['session'],
  decision: ['call', 'result', 'decision'],
  message: ['message'],
}

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
    kind: HISTORY_TABS.find(kind => kind === params.get('kind')) ?? 'decision',
    tool: params.get('tool') ?? '',
    decision: DECISION_KINDS.find(kind => kind === params.get('decision')) ?? '',
    person: params.get('person') ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** The query string of a filter; empty for all decisions. */
export function historyAddress({ q, kind, ...single }: HistoryFilter): string {
  const named = { kind: kind === 'decision' ? '' : kind, q: q.trim(), ...single }
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== '')).toString()
}

/** With days as times: from the start of the first to the end of the last, in the reader's time zone. */
export const historyQuery = ({ q, kind, tool, decision, person, from, to }: HistoryFilter) => ({
  q: q.trim(),
  kind: KINDS[kind],
  perCall: kind === 'decision' ? ('true' as const) : ('false' as const),
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
