/** Where the page keeps what it knows. Text on its way lives apart from the facts. */
export const KEYS = {
  session: (id: string) => ['session', id] as const,
  call: (id: string) => ['call', id] as const,
  request: (id: string, number: number) => ['request', id, number] as const,
  earlier: (id: string, beforeSeq: number) => ['earlier', id, beforeSeq] as const,
  draft: (id: string) => ['draft', id] as const,
  sessions: (q: string) => ['sessions', q] as const,
  sessionList: (asked: { q: string; state: string; archived: boolean }) =>
    ['sessions', 'list', asked.q, asked.state, asked.archived] as const,
  waitingSessions: ['sessions', 'waiting', 'all'] as const,
  pendingSets: ['sessions', 'pending', 'sets'] as const,
  search: (asked: string) => ['search', asked] as const,
  allSessions: ['sessions'] as const,
  planRevisions: (id: string, revision: number) => ['planRevisions', id, revision] as const,
  stateRevisions: (id: string, state: unknown) => ['stateRevisions', id, state] as const,
  secrets: (id: string) => ['secrets', id] as const,
  tools: ['tools'] as const,
  skills: ['skills'] as const,
  allMemories: ['memories'] as const,
  memories: (q: string) => ['memories', q] as const,
  models: ['models'] as const,
}
