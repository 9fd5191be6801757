import type * as z from 'zod'
import type { OPERATIONS, OperationName } from '@/lib/domain/contract'

type Operations = typeof OPERATIONS

/** What an operation answers where it succeeds, by the contract. */
export type AnswerOf<N extends OperationName> = {
  [S in keyof Operations[N]['answers']]: S extends 200 | 201 | 202 | 204
    ? Operations[N]['answers'][S] extends infer A
      ? A extends z.ZodType
        ? z.output<A>
        : null
      : never
    : never
}[keyof Operations[N]['answers']]

/** Method and path of an operation; the compiler holds them to the contract. */
export type Address<N extends OperationName> = readonly [Operations[N]['method'], Operations[N]['path']]

/**
 * The operations that the page uses. The contract itself stays on the server: its schemas, and what reads
 * them, would be a good part of what the browser has to load.
 */
export const ADDRESSES = {
  createSession: ['POST', '/api/sessions'],
  listSessions: ['GET', '/api/sessions'],
  readSession: ['GET', '/api/sessions/{id}'],
  changeSession: ['PATCH', '/api/sessions/{id}'],
  deleteSession: ['DELETE', '/api/sessions/{id}'],
  readRequest: ['GET', '/api/sessions/{id}/requests/{n}'],
  readTranscript: ['GET', '/api/sessions/{id}/transcript'],
  sendMessage: ['POST', '/api/sessions/{id}/messages'],
  deleteQueueItem: ['DELETE', '/api/sessions/{id}/queue/{itemId}'],
  stopSession: ['POST', '/api/sessions/{id}/stop'],
  listPending: ['GET', '/api/pending'],
  search: ['GET', '/api/search'],
  decide: ['POST', '/api/sets/{id}/decisions'],
  readCall: ['GET', '/api/calls/{id}'],
  revertCall: ['POST', '/api/calls/{id}/revert'],
  continueRun: ['POST', '/api/runs/{id}/continue'],
  undo: ['POST', '/api/calls/{id}/undo'],
  undoCompaction: ['POST', '/api/sessions/{id}/compactions/{compactionId}/undo'],
  changeModel: ['PATCH', '/api/models/{modelId}'],
  previewCall: ['POST', '/api/calls/preview'],
  correctPlan: ['PUT', '/api/sessions/{id}/plan'],
  listPlanRevisions: ['GET', '/api/sessions/{id}/plan/revisions'],
  correctState: ['PATCH', '/api/sessions/{id}/state'],
  listStateRevisions: ['GET', '/api/sessions/{id}/state/revisions'],
  listSecrets: ['GET', '/api/sessions/{id}/secrets'],
  releaseSecret: ['POST', '/api/sessions/{id}/secrets/{n}/release'],
  listTools: ['GET', '/api/tools'],
  listSkills: ['GET', '/api/skills'],
  listMemories: ['GET', '/api/memories'],
  addMemory: ['POST', '/api/memories'],
  changeMemory: ['PATCH', '/api/memories/{id}'],
  deleteMemory: ['DELETE', '/api/memories/{id}'],
  listModels: ['GET', '/api/models'],
} as const satisfies { [N in OperationName]?: Address<N> }

export type UsedOperation = keyof typeof ADDRESSES
