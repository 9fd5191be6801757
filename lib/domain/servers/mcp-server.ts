import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { JsonSchema } from '../call/tool'
import { OptionalText } from '../coded-text'
import { FromEnv } from '../environment'

/** A value as it is, or the name of the environment variable that holds it: secrets are only ever named. */
export const McpValue = z.union([z.string(), FromEnv])

export type McpValue = z.infer<typeof McpValue>

/** What a server's process may see beside the system and its own program; `false`: everything, the owner's choice. */
export const McpSandbox = z.union([
  z.strictObject({
    read: z.array(z.string()).default([]),
    write: z.array(z.string()).default([]),
    network: z.boolean().default(false),
  }),
  z.literal(false),
])
export type McpSandbox = z.infer<typeof McpSandbox>

/** Tools of a server are named `<server>__<tool>`. */
export const McpServerName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,30}$/)
  .refine(name => !name.includes('__') && !name.endsWith('_'), 'fault.underscores' satisfies TextCode)

/** `sign_in`: the server wants its owner to sign in first. */
export const McpStatus = z.enum(['disabled', 'connecting', 'connected', 'failed', 'sign_in'])
export type McpStatus = z.infer<typeof McpStatus>

/** A server of tools: a program that talks over its input and output (`command`), or an address (`url`). */
export const McpServer = z.object({
  id: z.string(),
  name: McpServerName,
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), McpValue).optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), McpValue).optional(),
  enabled: z.boolean(),
  sandbox: McpSandbox,
  /** What of it lies in the workspace, where the agent may change it. */
  inWorkspace: z.array(z.string()).optional(),
  /** It comes from the owner's file, and is changed there. */
  fromFile: z.literal(true).optional(),
  status: McpStatus,
  error: z.string().optional(),
  errorMessage: OptionalText,
  tools: z.array(z.string()),
  resources: z.array(z.object({ uri: z.string(), name: z.string(), mediaType: z.string().optional() })),
  prompts: z.array(
    z.object({
      name: z.string(),
      description: z.string().optional(),
      arguments: z.array(
        z.object({ name: z.string(), description: z.string().optional(), required: z.boolean() }),
      ),
    }),
  ),
  /** How many sessions have a connection to it in this process, beside the one that lists its tools. */
  connections: z.number(),
})
export type McpServer = z.infer<typeof McpServer>

/** What a server last said that it has. Stored, so that its Tools are there before it is connected. */
export const McpCatalog = z.object({
  instructions: z.string().optional(),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      inputSchema: JsonSchema,
      outputSchema: JsonSchema.optional(),
      annotations: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  resources: McpServer.shape.resources,
  prompts: McpServer.shape.prompts,
  /** The hashes of its files in the workspace by then. */
  files: z.record(z.string(), z.string()).optional(),
})
export type McpCatalog = z.infer<typeof McpCatalog>
