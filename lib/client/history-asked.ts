import type { DecisionKind } from '@/lib/domain/decision'
import type { SearchKind } from '@/lib/domain/search'

/** What is looked for in the history, as its page has it. Empty parts ask for nothing. */
export type HistoryAsked = {
  q: string
  kinds: SearchKind[]
  tool: string
  decision: DecisionKind | ''
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

/** What an address asks for; what it cannot ask for is left out. */
export function historyAsked(params: URLSearchParams): HistoryAsked {
  const day = (name: string): string => params.get(name)?.match(DAY)?.[0] ?? ''
  return {
    q: params.get('q')?.slice(0, 1000) ?? '',
    kinds: SEARCH_KINDS.filter(kind => params.getAll('kind').includes(kind)),
    tool: params.get('tool') ?? '',
    decision: DECISION_KINDS.find(kind => kind === params.get('decision')) ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** The other way: what stands behind the question mark. Empty where nothing is asked for. */
export function historyAddress({ q, kinds, tool, decision, from, to }: HistoryAsked): string {
  const params = new URLSearchParams(kinds.map(kind => ['kind', kind]))
  for (const [name, value] of Object.entries({ q: q.trim(), tool, decision, from, to }))
    if (value !== '') params.append(name, value)
  return params.toString()
}

/** The days as times, from the beginning of the first to the end of the last, where the reader is. */
export const historyQuery = ({ q, kinds, tool, decision, from, to }: HistoryAsked) => ({
  ...{ q: q.trim(), kind: kinds, tool, decision },
  from: from && timeOf(`${from}T00:00:00.000`),
  to: to && timeOf(`${to}T23:59:59.999`),
})

/** Not every date that looks like one is one: the server says so of what stays as it is. */
function timeOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
