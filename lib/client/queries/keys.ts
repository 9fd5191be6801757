import type { CallSet } from '@/lib/domain/call/call'
import type { CountedPage } from '@/lib/domain/contract/operation'

/** The keys of the query cache. Text that is still being written is kept apart from facts. */
export const KEYS = {
  session: (id: string) => ['session', id] as const,
  allOpenSessions: ['session'] as const,
  parentView: (id: string) => ['parentView', id] as const,
  call: (id: string) => ['call', id] as const,
  request: (id: string, number: number) => ['request', id, number] as const,
  transcript: (id: string, start: string) => ['transcript', id, start] as const,
  draft: (id: string) => ['draft', id] as const,
  presence: (id: string) => ['presence', id] as const,
  sessions: (q: string) => ['sessions', q] as const,
  sessionList: (filter: { q: string; state: string; archived: boolean }) =>
    ['sessions', 'list', filter.q, filter.state, filter.archived] as const,
  waitingSessions: ['sessions', 'waiting', 'all'] as const,
  pendingSets: ['sessions', 'pending', 'sets'] as const,
  search: (query: string) => ['search', query] as const,
  allSessions: ['sessions'] as const,
  planRevisions: (id: string, revision: number) => ['planRevisions', id, revision] as const,
  lastPlan: (id: string, revision: number) => ['lastPlan', id, revision] as const,
  stateRevisions: (id: string, revision: number) => ['stateRevisions', id, revision] as const,
  lastState: (id: string, revision: number) => ['lastState', id, revision] as const,
  secrets: (id: string) => ['secrets', id] as const,
  tools: ['tools'] as const,
  toolChange: (name: string, definitionHash: string) => ['tool-change', name, definitionHash] as const,
  servers: ['servers'] as const,
  skills: ['skills'] as const,
  schedules: ['schedules'] as const,
  skillText: (id: string) => ['skillText', id] as const,
  paths: (folder: string, kind: string, q: string) => ['paths', folder, kind, q] as const,
  health: ['health'] as const,
  record: (id: string) => ['record', id] as const,
  allMemories: ['memories'] as const,
  memories: (q: string) => ['memories', q] as const,
  allRules: ['rules'] as const,
  rules: (effect: string) => ['rules', effect] as const,
  sessionRules: (id: string) => ['rules', 'session', id] as const,
  usage: (query: string) => ['usage', query] as const,
  models: ['models'] as const,
  providers: ['providers'] as const,
  signIns: ['signIns'] as const,
  people: ['people'] as const,
  settings: ['settings'] as const,
  channels: ['channels'] as const,
  hooks: ['hooks'] as const,
  newestRules: ['rules', 'newest'] as const,
  backtest: (rule: object) => ['rules', 'backtest', rule] as const,
}

/** What a change of an MCP server may change. */
export const SERVER_KEYS = [KEYS.servers, KEYS.tools]

/** A waiting set in the list of the inbox. */
export type WaitingSet = CallSet & { sessionTitle: string }

export type WaitingPage = CountedPage<WaitingSet>

/** How many sets are shown at a time. */
export const INBOX_PAGE = 20
