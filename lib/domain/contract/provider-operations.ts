import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { OptionalText } from '../coded-text'
import { ModelId } from '../session/session'
import { listOf, type Operation } from './operation'

/** Whose key is needed; both APIs of OpenAI have the same. */
export const ProviderId = z.enum(['openai', 'anthropic', 'google', 'compatible'])
export type ProviderId = z.infer<typeof ProviderId>

/** To connect, and between two pieces of an answer, the first included. A session that grants a longer silence keeps that. */
export const ProviderTimeouts = z.strictObject({
  connectSeconds: z.int().min(1).max(300).optional(),
  silenceSeconds: z.int().min(1).max(3600).optional(),
})
export type ProviderTimeouts = z.infer<typeof ProviderTimeouts>

/** Where something is set: the environment wins over the file of the data directory. */
const Source = z.enum(['environment', 'file'])

/** A server on the owner's machine that answers without a key; `url` is what to give as `baseUrl`. */
const LocalServer = z.object({ title: z.string(), url: z.string(), models: z.array(z.string()) })

/**
 * A provider of models, and where its key comes from: never the key. `usualUrl`: where it is asked if no other address
 * is given, `null` where one must be. `baseUrl`: where it is asked now. `variables`: what sets both in the environment.
 * `local`: servers on this machine that answer, of `compatible` only.
 */
export const ProviderItem = z.object({
  id: ProviderId,
  title: z.string(),
  needsKey: z.boolean(),
  keySource: Source.nullable(),
  usualUrl: z.string().nullable(),
  baseUrl: z.string().nullable(),
  baseUrlSource: Source.nullable(),
  usable: z.boolean(),
  unavailable: z.string().optional(),
  variables: z.object({ key: z.string(), baseUrl: z.string() }),
  local: z.array(LocalServer).optional(),
})
export type ProviderItem = z.infer<typeof ProviderItem>

const key = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]*$/, 'fault.keySigns' satisfies TextCode)
const baseUrl = z.string().trim().min(1).max(500)

/** `null`: it is to be asked without a key. */
export const ProviderKeyInput = z.strictObject({
  key: key.nullable().optional(),
  baseUrl: baseUrl.optional(),
})
export type ProviderKeyInput = z.infer<typeof ProviderKeyInput>

/** `models`: what it says it serves, those that are known best first. `error`: why not, in words. */
export const ProviderTest = z.object({
  ok: z.boolean(),
  models: z.array(z.object({ id: ModelId, title: z.string() })).optional(),
  error: z.string().optional(),
  codedText: OptionalText,
})
export type ProviderTest = z.infer<typeof ProviderTest>

/** What models are asked with. */
export const PROVIDER_OPERATIONS = {
  listProviders: {
    endpoint: 'GET /api/providers',
    summary: 'Providers of models, and where the key of each comes from',
    description: 'Never the key. Servers on this machine that answer without one are looked for.',
    answers: { 200: listOf(ProviderItem) },
  },
  setProviderKey: {
    endpoint: 'PUT /api/providers/{provider}/key',
    role: 'owner',
    summary: 'Keep a key, for the base URL that it comes with',
    description:
      'It lies in a file of the data directory that only the account of the server can read, and is used at once. Without `baseUrl` it is for the usual one; `compatible` has none, and takes the one that is set. It may have no `key`. By `http` only this machine and private networks are asked. What the environment sets wins, and is `invalid_request` here.',
    body: ProviderKeyInput,
    answers: { 200: ProviderItem },
  },
  deleteProviderKey: {
    endpoint: 'DELETE /api/providers/{provider}/key',
    role: 'owner',
    summary: 'Forget the key of the file and its base URL',
    description: 'What the environment sets stays.',
    answers: { 200: ProviderItem },
  },
  testProvider: {
    endpoint: 'POST /api/providers/{provider}/test',
    role: 'owner',
    summary: 'Ask a provider for its models; nothing is stored',
    description:
      'With what is given, else with what is set. Another base URL than that of the key which is set needs its key in the same request; `"key": null` asks without one, as a server at home is.',
    body: ProviderKeyInput,
    answers: { 200: ProviderTest },
  },
} as const satisfies Record<string, Operation>
