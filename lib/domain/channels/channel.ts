import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { OptionalText } from '../coded-text'
import { type Environment, FromEnv } from '../environment'
import { Instant } from '../instant'

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine(
      text => !hasHiddenCharacters(text) && !/[\n\t]/.test(text),
      'fault.visibleLine' satisfies TextCode,
    )

const MailAddress = line(254).regex(
  /^[^\s<>()[\]:;,@"\\]+@[^\s<>()[\]:;,@"\\]+$/,
  'fault.mailAddress' satisfies TextCode,
)

export const HttpAddress = line(2000).refine(
  text => /^https?:\/\//i.test(text) && URL.canParse(text) && !/^https?:\/\/[^/]*@/i.test(text),
  'fault.webAddress' satisfies TextCode,
)

const HeaderName = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'fault.headerName' satisfies TextCode)
  .refine(
    name => !/^(host|connection|content-.*|transfer-encoding|expect|upgrade|te|trailer)$/i.test(name),
    'fault.headerOfServer' satisfies TextCode,
  )

const FIELDS = {
  url: z.union([HttpAddress, FromEnv]),
  headers: z.record(HeaderName, FromEnv),
  host: line(253).regex(/^[A-Za-z0-9.:_-]+$/, 'fault.hostName' satisfies TextCode),
  port: z.int().min(1).max(65_535),
  secure: z.boolean(),
  user: line(254),
  password: FromEnv,
  from: MailAddress,
  to: z.array(MailAddress).min(1).max(20),
}

/** How people are reached by a channel: what each kind needs. `secure`: encrypted from the first byte. */
export const ChannelSetup = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), url: FIELDS.url, headers: FIELDS.headers.optional() }),
  z.strictObject({ kind: z.literal('slack'), url: FromEnv }),
  z.strictObject({ kind: z.literal('discord'), url: FromEnv }),
  z.strictObject({
    kind: z.literal('smtp'),
    host: FIELDS.host,
    port: FIELDS.port,
    secure: FIELDS.secure,
    user: FIELDS.user.optional(),
    password: FIELDS.password.optional(),
    from: FIELDS.from,
    to: FIELDS.to,
  }),
])
export type ChannelSetup = z.infer<typeof ChannelSetup>

export const ChannelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/, 'fault.channelName' satisfies TextCode)

const common = { name: ChannelName, enabled: z.boolean().optional(), notices: z.boolean().optional() }
const [Webhook, Slack, Discord, Smtp] = ChannelSetup.options

/** A channel as its owner sets it up. It is enabled, and carries no notices, unless that is said. */
export const NewChannel = z.discriminatedUnion('kind', [
  Webhook.extend(common),
  Slack.extend(common),
  Discord.extend(common),
  Smtp.extend(common),
])
export type NewChannel = z.infer<typeof NewChannel>

const { headers, user, password, ...needed } = FIELDS
const removable = { headers: headers.nullable(), user: user.nullable(), password: password.nullable() }

/** What is to be another. `null` takes away what a channel can do without. */
export const ChannelPatch = z.strictObject({ ...common, ...needed, ...removable }).partial()
export type ChannelPatch = z.infer<typeof ChannelPatch>

/** A channel as its owner sees it. `missing`: environment variables that it names and that are not set. */
export const Channel = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['webhook', 'smtp', 'slack', 'discord']),
    enabled: z.boolean(),
    notices: z.boolean(),
    missing: z.array(z.string()),
    lastError: z.string().optional(),
    lastErrorMessage: OptionalText,
    createdAt: Instant,
  })
  .extend(z.object(FIELDS).partial().shape)
export type Channel = z.infer<typeof Channel>

/** A channel as it is stored. `notices`: whether it also tells that calls wait for a person. */
export type StoredChannel = Omit<Channel, 'kind' | 'missing' | keyof typeof FIELDS> & { setup: ChannelSetup }

/** Whether a message went through. */
export const ChannelTest = z.object({ ok: z.boolean(), error: z.string().optional() })
export type ChannelTest = z.infer<typeof ChannelTest>

export function environmentValue(value: string | FromEnv, environment: Environment): string | undefined {
  return typeof value === 'string' ? value : environment(value.fromEnv)
}

/** The names of all environment variables that a channel needs. */
export function environmentNames(setup: ChannelSetup): string[] {
  const values =
    setup.kind === 'smtp'
      ? [setup.password]
      : [setup.url, ...(setup.kind === 'webhook' ? Object.values(setup.headers ?? {}) : [])]
  return values.flatMap(value => (typeof value === 'object' ? [value.fromEnv] : []))
}

/** Every text in which a secret of these channels may turn up: an address also by what follows its host. */
export function channelSecrets(setups: ChannelSetup[], environment: Environment): string[] {
  const values = setups.flatMap(environmentNames).flatMap(name => environment(name) ?? [])
  return values.flatMap(value => {
    const path = URL.parse(value)?.pathname ?? ''
    const [, token = ''] = /^(?:bearer|basic|token)\s+(\S+)$/i.exec(value) ?? []
    return [value, path, token].filter(text => text === value || text.length >= 12)
  })
}

export function toChannel({ setup, ...channel }: StoredChannel, environment: Environment): Channel {
  const missing = environmentNames(setup).filter(name => environment(name) === undefined)
  return { ...channel, ...setup, missing }
}
