import * as z from 'zod'
import { Call, CallSet, CallSetHead, Result } from '@/lib/domain/call/call'
import { Correction } from '@/lib/domain/call/correction'
import { Decision } from '@/lib/domain/call/decision'
import { DecideInput, DecisionInput, PreviewAnswer, PreviewInput } from '@/lib/domain/call/decision-request'
import { Preview } from '@/lib/domain/call/preview'
import { Tool } from '@/lib/domain/call/tool'
import { Channel, ChannelPatch, ChannelTest, NewChannel } from '@/lib/domain/channels/channel'
import { CodedTextSchema } from '@/lib/domain/coded-text'
import { OPERATIONS } from '@/lib/domain/contract/contract'
import { Health, Liveness } from '@/lib/domain/contract/health'
import { InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Operation } from '@/lib/domain/contract/operation'
import { PersonItem } from '@/lib/domain/contract/person-item'
import { Problem } from '@/lib/domain/contract/problem'
import { ProviderItem, ProviderKeyInput, ProviderTest } from '@/lib/domain/contract/provider-operations'
import { Hook, NewHook } from '@/lib/domain/hooks/hook'
import { Instant } from '@/lib/domain/instant'
import { Memory, MemoryPatch, NewMemory } from '@/lib/domain/memory/memory'
import { Reason } from '@/lib/domain/policy/reason'
import { NewRule, Rule, RuleItem } from '@/lib/domain/policy/rule'
import { Secret } from '@/lib/domain/policy/secret'
import { Compaction, Limits } from '@/lib/domain/run/limits'
import { NewMessage, QueueItem } from '@/lib/domain/run/message'
import { ModelInfo, ModelPatch } from '@/lib/domain/run/model-info'
import { Run } from '@/lib/domain/run/run'
import { Usage } from '@/lib/domain/run/usage'
import { Schedule } from '@/lib/domain/schedules/schedule'
import { McpServer } from '@/lib/domain/servers/mcp-server'
import { MessageParts } from '@/lib/domain/servers/server-content'
import { Entry } from '@/lib/domain/session/entry'
import { EVENTS, PASSING } from '@/lib/domain/session/event'
import { Plan, PlanCorrection, PlanRevision } from '@/lib/domain/session/plan'
import { NewSession, Session, SessionPatch } from '@/lib/domain/session/session'
import { SessionView } from '@/lib/domain/session/session-view'
import { State, StatePatch } from '@/lib/domain/session/state'
import { StateRevision } from '@/lib/domain/session/state-changes'
import { Skill, SkillText } from '@/lib/domain/skills/skill'

type JsonSchema = { [keyword: string]: unknown }

/** `components`: the schemas that have names. `inline`: those of one operation, such as `decide body`. */
export type JsonSchemas = { components: Record<string, JsonSchema>; inline: Record<string, JsonSchema> }

/** The schemas that have names in the document, of answers and of requests. Any other is written out where it is used. */
const OUTPUT = {
  CodedText: CodedTextSchema,
  Session,
  SessionView,
  Run,
  Entry,
  CallSet,
  CallSetHead,
  Call,
  Decision,
  Result,
  Preview,
  QueueItem,
  Tool,
  ModelInfo,
  InstallationSettings,
  Health,
  Liveness,
  Rule,
  RuleItem,
  Hook,
  Reason,
  PersonItem,
  Correction,
  Usage,
  Limits,
  Compaction,
  Plan,
  PlanRevision,
  State,
  StateRevision,
  PreviewAnswer,
  Problem,
  Memory,
  Schedule,
  Secret,
  Skill,
  Channel,
  ChannelTest,
  McpServer,
  MessageParts,
  ProviderItem,
  ProviderTest,
  SkillText,
}
const INPUT = {
  NewRule,
  PlanCorrection,
  StatePatch,
  ModelPatch,
  NewSession,
  SessionPatch,
  NewMessage,
  DecideInput,
  DecisionInput,
  PreviewInput,
  NewMemory,
  NewHook,
  MemoryPatch,
  NewChannel,
  ChannelPatch,
  ProviderKeyInput,
}

export function schemasOf(): JsonSchemas {
  const operations = Object.entries<Operation>(OPERATIONS)
  const output = toJsonSchemas('output', [
    ...Object.entries(OUTPUT),
    ...eventSchemas(EVENTS, { sessionId: z.string(), seq: z.int(), at: Instant }),
    ...eventSchemas(PASSING, { sessionId: z.string() }),
    ...operations.flatMap(([name, { answers }]) =>
      Object.entries(answers).flatMap(([status, schema]) =>
        schema instanceof z.ZodType ? [[`${name} ${status}`, schema] as const] : [],
      ),
    ),
  ])
  const input = toJsonSchemas('input', [
    ...Object.entries(INPUT),
    ...operations.flatMap(([name, { query }]) => (query ? [[`${name} query`, query] as const] : [])),
    ...operations.flatMap(([name, { body }]) => (body ? [[`${name} body`, body] as const] : [])),
  ])
  const all = Object.entries({ ...output, ...input })
  const isInline = ([name]: [string, JsonSchema]): boolean => name.includes(' ')
  return {
    components: Object.fromEntries(all.filter(entry => !isInline(entry))),
    inline: Object.fromEntries(all.filter(isInline)),
  }
}

/** The data of each event type as a stream sends them. Types that share a schema share one here too. */
function eventSchemas(types: Record<string, z.ZodObject>, more: z.ZodRawShape): [string, z.ZodObject][] {
  const extended = new Map(Object.values(types).map(data => [data, data.extend(more)]))
  return Object.entries(types).map(([type, data]) => [`event.${type}`, extended.get(data) ?? data])
}

/** Each schema by its name; one that has a name already becomes a reference to it. */
function toJsonSchemas(
  io: 'input' | 'output',
  schemas: (readonly [string, z.ZodType])[],
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  const same: Record<string, JsonSchema> = {}
  for (const [name, schema] of schemas) {
    const first = registry.get(schema)
    if (first) same[name] = { $ref: referTo(first.id) }
    else registry.add(schema, { id: name })
  }
  const override = ({ jsonSchema }: { jsonSchema: JsonSchema }): void => simplify(jsonSchema, io)
  const { schemas: named } = z.toJSONSchema(registry, { io, uri: referTo, override })
  const entries = Object.entries(named).map(([name, { $schema, $id, ...schema }]) => [name, schema])
  return { ...Object.fromEntries(entries), ...same }
}

const referTo = (name: string): string => `#/components/schemas/${name}`

/** Drops keywords that tell a reader nothing; and answers may get more fields in later versions. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time') delete schema.pattern
}
