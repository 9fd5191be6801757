import * as z from 'zod'
import { readRoleMapping } from './domain/role-mapping'

/**
 * What this process is told from outside, parsed once, on the server, when somebody first asks: a build needs
 * none of it. `npm start` sets everything that has no default here.
 *
 * @throws Error whose one line names each wrong variable and what to do about it
 */
export function env(): Env {
  parsed ??= readEnv(process.env)
  return parsed
}

let parsed: Env | undefined

/** A variable that a person names where a secret is needed; one that is empty is not set. */
export const environmentVariable = (name: string): string | undefined =>
  process.env[name]?.trim() || undefined

export function readEnv(variables: Record<string, string | undefined>): Env {
  const entries = Object.keys(Variables.shape).map(name => [name, variables[name]?.trim() || undefined])
  const result = Variables.safeParse(Object.fromEntries(entries))
  if (result.success) return deepFreeze(shaped(result.data))
  throw new Error(result.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}.`).join(' '))
}

export type Env = Readonly<ReturnType<typeof shaped>>

const prepared = 'is not set: start with npm start, which sets it'
const path = z.string({ error: prepared })
const optional = z.string().optional()

const upTo = (most: number) => {
  const error = `must be a whole number from 1 to ${most}`
  return z.coerce.number({ error }).int(error).min(1, error).max(most, error)
}

/** Over http anybody on the way could be anybody, so that is for this machine alone. */
const ISSUER = /^(https:\/\/[^/@\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/|$)/

const Variables = z.object({
  DATABASE_URL: z
    .string({ error: prepared })
    .regex(/^postgres(ql)?:\/\//, 'is no Postgres address: give postgresql://user:password@host:5432/name'),
  COUNTERSIGN_DATA_DIR: path,
  COUNTERSIGN_WORKSPACE: path,
  COUNTERSIGN_TOKEN: z.string({ error: prepared }).min(32, 'needs at least 32 characters'),
  COUNTERSIGN_AUDIT_KEY: z
    .string({ error: prepared })
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
  COUNTERSIGN_HEADS_FILE: optional,
  COUNTERSIGN_ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  COUNTERSIGN_INSTANCE: optional,
  COUNTERSIGN_LANES: upTo(10_000).optional(),
  COUNTERSIGN_ORIGIN: z
    .string()
    .refine(
      text => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text),
      'is no origin: give the address that people use without path, such as https://desk.example',
    )
    .transform(text => new URL(text).origin)
    .optional(),
  COUNTERSIGN_ALLOWED_HOSTS: z.string().default(''),
  COUNTERSIGN_OIDC_ISSUER: z.string().regex(ISSUER, 'is no issuer: give its https address').optional(),
  COUNTERSIGN_OIDC_CLIENT_ID: z.string().default('countersign'),
  COUNTERSIGN_OIDC_CLIENT_SECRET: optional,
  COUNTERSIGN_OIDC_ROLES: z
    .string()
    .transform(readRoleMapping)
    .refine(mapping => mapping, 'must name people and roles, such as ann@example.com=owner,*=viewer')
    .optional(),
  COUNTERSIGN_GALLERY: optional,
  COUNTERSIGN_MODEL: z
    .string()
    .regex(
      /^(openai|openai-chat|anthropic|google|compatible|scripted):\S+$/,
      'names no model: write provider:model, with openai, openai-chat, anthropic, google, compatible or scripted',
    )
    .optional(),
  COUNTERSIGN_SANDBOX: z
    .enum(['bubblewrap', 'none'], { error: 'must be bubblewrap or none' })
    .default('bubblewrap'),
  COUNTERSIGN_SANDBOX_READ: z
    .string()
    .default('')
    .transform(text => text.split(':').filter(folder => folder !== ''))
    .refine(
      folders => folders.every(folder => folder.startsWith('/')),
      'must hold absolute paths of folders, parted by colons',
    ),
  COUNTERSIGN_MCP_CONFIG: optional,
  COUNTERSIGN_OTEL_CONTENT: optional.transform(text => ({ withContent: text === '1' })),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'is no http address' }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  HOST: z.string().default('127.0.0.1'),
  PORT: upTo(65_535).default(3000),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: optional,
  ANTHROPIC_API_KEY: optional,
  ANTHROPIC_BASE_URL: optional,
  GOOGLE_GENERATIVE_AI_API_KEY: optional,
  GOOGLE_GENERATIVE_AI_BASE_URL: optional,
  COMPATIBLE_API_KEY: optional,
  COMPATIBLE_BASE_URL: optional,
  COMPATIBLE_JSON_SCHEMA: optional,
})

/** Base URLs are as given; the model layer reads them, and says of a bad one why its models are unavailable. */
function shaped(variables: z.infer<typeof Variables>) {
  const provider = (name: ProviderVariables) => ({
    apiKey: variables[`${name}_API_KEY`],
    baseUrl: variables[`${name}_BASE_URL`],
  })
  return {
    databaseUrl: variables.DATABASE_URL,
    dataDir: variables.COUNTERSIGN_DATA_DIR,
    workspace: variables.COUNTERSIGN_WORKSPACE,
    token: variables.COUNTERSIGN_TOKEN,
    auditKey: variables.COUNTERSIGN_AUDIT_KEY,
    /** File to which signed heads are appended. */
    headsFile: variables.COUNTERSIGN_HEADS_FILE,
    role: variables.COUNTERSIGN_ROLE,
    /** Names this process to the launcher that started it; `/api/health` tells it. */
    instance: variables.COUNTERSIGN_INSTANCE,
    /** How many sessions this process works on at a time. */
    lanes: variables.COUNTERSIGN_LANES,
    host: variables.HOST,
    port: variables.PORT,
    /** The address that people use. */
    origin: variables.COUNTERSIGN_ORIGIN,
    /** Who signs people in by OpenID Connect, if anybody. */
    issuer: {
      url: variables.COUNTERSIGN_OIDC_ISSUER,
      clientId: variables.COUNTERSIGN_OIDC_CLIENT_ID,
      clientSecret: variables.COUNTERSIGN_OIDC_CLIENT_SECRET,
      roles: variables.COUNTERSIGN_OIDC_ROLES ?? [],
    },
    /** Host names accepted besides loopback and `host`. */
    allowedHosts: variables.COUNTERSIGN_ALLOWED_HOSTS.split(/[\s,]+/).filter(name => name !== ''),
    gallery: variables.COUNTERSIGN_GALLERY === '1',
    /** What commands run in, and what they may read there beside the system. */
    sandbox: { kind: variables.COUNTERSIGN_SANDBOX, read: variables.COUNTERSIGN_SANDBOX_READ },
    /** A file that names servers of tools. */
    serverFile: variables.COUNTERSIGN_MCP_CONFIG,
    model: variables.COUNTERSIGN_MODEL,
    traces: variables.OTEL_EXPORTER_OTLP_ENDPOINT ? variables.COUNTERSIGN_OTEL_CONTENT : undefined,
    collectorHeaders: variables.OTEL_EXPORTER_OTLP_HEADERS,
    providers: {
      openai: provider('OPENAI'),
      anthropic: provider('ANTHROPIC'),
      google: provider('GOOGLE_GENERATIVE_AI'),
      compatible: { ...provider('COMPATIBLE'), repliesBySchema: variables.COMPATIBLE_JSON_SCHEMA === '1' },
    },
  }
}

type ProviderVariables = 'OPENAI' | 'ANTHROPIC' | 'GOOGLE_GENERATIVE_AI' | 'COMPATIBLE'

/** Every value here that must never be shown or stored: what the redaction knows from the start. */
export function secretSettings({ databaseUrl, token, auditKey, providers, collectorHeaders, issuer }: Env) {
  const withKeys = [...Object.values(providers), { apiKey: issuer.clientSecret }]
  const keys = withKeys.flatMap(({ apiKey }) => apiKey ?? [])
  const addresses = Object.values(providers).flatMap(({ baseUrl }) => passwordsIn(baseUrl ?? ''))
  // Of a bearer token the token alone.
  const sent = [...collectorHeaders.matchAll(/=(?:\w+(?:\s|%20))?([^,]+)/g)].map(([, key = '']) => key)
  return [...new Set([...passwordsIn(databaseUrl), token, auditKey, ...keys, ...addresses, ...sent])]
}

/** As written in the address and as the other side hears it; an address by socket is no URL to the parser. */
function passwordsIn(address: string): string[] {
  const [, written] = /^[a-z]+:\/\/[^/?#@:]*:([^@]*)@/.exec(address) ?? []
  if (!written) return []
  try {
    return [written, decodeURIComponent(written)]
  } catch {
    return [written]
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
