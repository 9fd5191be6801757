import * as z from 'zod'
import { ToolItem } from '../call/tool'
import { InternalHosts } from '../policy/internal-host'
import { ModelInfo, ModelPatch } from '../run/model-info'
import { ModelId, SessionDefaults, SessionDefaultsPatch } from '../session/session'
import { Health, Liveness } from './health'
import { listOf, type Operation } from './operation'
import { ProviderId, ProviderTimeouts } from './provider-operations'

/** What is set of the whole installation. */
export const InstallationSettings = z.object({
  internalHosts: z.array(z.string()),
  noticeAfterSeconds: z.int(),
  maxRuns: z.int().nullable(),
  defaultModel: ModelId.nullable(),
  sessionDefaults: SessionDefaults,
  providerTimeouts: z.partialRecord(ProviderId, ProviderTimeouts),
})
export type InstallationSettings = z.infer<typeof InstallationSettings>

const InstallationPatch = z.strictObject({
  internalHosts: InternalHosts.optional(),
  noticeAfterSeconds: z.int().min(1).max(86_400).optional(),
  maxRuns: z.int().min(1).max(10_000).nullable().optional(),
  defaultModel: ModelId.nullable().optional(),
  sessionDefaults: SessionDefaultsPatch.optional(),
  providerTimeouts: z.partialRecord(ProviderId, ProviderTimeouts).optional(),
})
export type InstallationPatch = z.infer<typeof InstallationPatch>

/** What paths of the workspace lead to. */
const PathKind = z.enum(['file', 'folder'])
export type PathKind = z.infer<typeof PathKind>

/** `truncated`: there are more, which a longer `q` finds. */
const PathList = listOf(z.object({ path: z.string(), kind: PathKind })).extend({ truncated: z.boolean() })

/** The installation: its models and tools, how it is, and its interface. */
export const INSTALLATION_OPERATIONS = {
  listModels: {
    endpoint: 'GET /api/models',
    summary: 'Models by provider, and what each still needs',
    answers: { 200: listOf(ModelInfo) },
  },
  changeModel: {
    endpoint: 'PATCH /api/models/{modelId}',
    role: 'owner',
    summary: 'Say what a model takes or costs; `null` puts back what is known of it',
    description:
      'The id is percent-encoded: it holds a colon, and may hold slashes. Prices are US dollars for a million tokens.',
    body: ModelPatch,
    answers: { 200: ModelInfo },
  },
  listTools: {
    endpoint: 'GET /api/tools',
    summary: 'Tools with schema, source, risk, definition hash, and when each was last used',
    answers: { 200: listOf(ToolItem) },
  },
  listPaths: {
    endpoint: 'GET /api/workspace/files',
    summary: 'Files or folders of the workspace, by a part of their path, the best first',
    description:
      '`path` is the folder to look in, and what is answered is relative to it; `q` is a part of a path, in any case. Left out is what `list_files` leaves out, links, and paths that hold a secret.',
    query: z.strictObject({
      path: z.string().max(1000).default(''),
      q: z.string().max(200).default(''),
      kind: PathKind.default('file'),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answers: { 200: PathList },
  },
  readSettings: {
    endpoint: 'GET /api/settings',
    summary: 'What is set of the whole installation',
    answers: { 200: InstallationSettings },
  },
  changeSettings: {
    endpoint: 'PATCH /api/settings',
    role: 'owner',
    summary: 'Set it; what is not named stays as it is',
    description:
      '`internalHosts`: hosts that `fetch_url` and channels may ask although they are not public, each `host` or `host:port`, as a whole list. `noticeAfterSeconds`: for how long calls wait for a person before channels tell of it. `maxRuns`: how many runs all processes together work on before another one begins, `null` for no such limit; further ones stay queued, and one that somebody decides about goes on at once. `defaultModel`: the model of new sessions, `null` for the first provider with a key; COUNTERSIGN_MODEL wins over it. `sessionDefaults`: what new sessions start with, merged into what is there. `providerTimeouts`: how long providers may take, each that is named as a whole.',
    body: InstallationPatch,
    answers: { 200: InstallationSettings },
  },
  readHealth: {
    endpoint: 'GET /api/health',
    summary: 'Liveness, database, queue, lanes, workspace',
    description: 'Without a sign-in it tells only whether things are well.',
    open: true,
    answers: { 200: z.union([Health, Liveness]), 503: z.union([Health, Liveness]) },
  },
  readMetrics: {
    endpoint: 'GET /api/metrics',
    summary: 'Counters and times for Prometheus, as text',
    description:
      'Runs, waiting calls and the queue are those of the installation. Decisions, times and lanes are those of the process that answers, since its start: each process is scraped.',
    answers: { 200: ['text/plain'] },
  },
  readOpenApi: {
    endpoint: 'GET /api/openapi.json',
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
} as const satisfies Record<string, Operation>
