import * as z from 'zod'
import { Tool } from '../call/tool'
import { ModelInfo, ModelPatch } from '../run/model-info'
import { Health, Liveness } from './health'
import { listOf, type Operation } from './operation'

/** The installation: its models and tools, how it is, and its interface. */
export const INSTALLATION_OPERATIONS = {
  listModels: {
    method: 'GET',
    path: '/api/models',
    summary: 'Models by provider, and what each still needs',
    answers: { 200: listOf(ModelInfo) },
  },
  changeModel: {
    method: 'PATCH',
    path: '/api/models/{modelId}',
    summary: 'Say what a model takes or costs; `null` puts back what is known of it',
    description:
      'The id is percent-encoded: it holds a colon, and may hold slashes. Prices are US dollars for a million tokens.',
    body: ModelPatch,
    answers: { 200: ModelInfo },
  },
  listTools: {
    method: 'GET',
    path: '/api/tools',
    summary: 'Tools with schema, source, risk and definition hash',
    answers: { 200: listOf(Tool) },
  },
  readHealth: {
    method: 'GET',
    path: '/api/health',
    summary: 'Liveness, database, queue, lanes, workspace',
    description: 'Without a sign-in it tells only whether things are well.',
    open: true,
    answers: { 200: z.union([Health, Liveness]), 503: z.union([Health, Liveness]) },
  },
  readOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
} as const satisfies Record<string, Operation>
