import * as z from 'zod'
import { Call, CallSet, CallSetHead, Result } from '@/lib/domain/call'
import { OPERATIONS } from '@/lib/domain/contract'
import { Correction } from '@/lib/domain/correction'
import { Decision } from '@/lib/domain/decision'
import { DecideInput, DecisionInput, PreviewAnswer, PreviewInput } from '@/lib/domain/decision-request'
import { Entry } from '@/lib/domain/entry'
import { EVENTS, PASSING } from '@/lib/domain/event'
import { Health, Liveness } from '@/lib/domain/health'
import { Instant } from '@/lib/domain/instant'
import { Compaction, Limits } from '@/lib/domain/limits'
import { Memory, MemoryPatch, NewMemory } from '@/lib/domain/memory'
import { NewMessage, QueueItem } from '@/lib/domain/message'
import { ModelInfo, ModelPatch } from '@/lib/domain/model-info'
import type { Operation } from '@/lib/domain/operation'
import { Plan, PlanCorrection, PlanRevision } from '@/lib/domain/plan'
import { Preview } from '@/lib/domain/preview'
import { Problem } from '@/lib/domain/problem'
import { Rule } from '@/lib/domain/rule'
import { Run } from '@/lib/domain/run'
import { Secret } from '@/lib/domain/secret'
import { NewSession, Session, SessionPatch } from '@/lib/domain/session'
import { SessionView } from '@/lib/domain/session-view'
import { Skill } from '@/lib/domain/skill'
import { State, StatePatch } from '@/lib/domain/state'
import { StateRevision } from '@/lib/domain/state-changes'
import { Tool } from '@/lib/domain/tool'
import { Usage } from '@/lib/domain/usage'

type JsonSchema = { [keyword: string]: unknown }

/** `components`: the shapes that have names. `inline`: those of one operation, by what they are of it. */
export type JsonSchemas = { components: Record<string, JsonSchema>; inline: Record<string, JsonSchema> }

/** Shapes of what is answered, and of what is sent. */
const ANSWERED = {
  ...{ Session, SessionView, Run, Entry, CallSet, CallSetHead, Call, Decision, Result, Preview, QueueItem },
  ...{ Tool, ModelInfo, Health, Liveness, Rule, Correction, Usage, Limits, Compaction },
  ...{ Plan, PlanRevision, State, StateRevision },
  ...{ PreviewAnswer, Problem, Memory, Secret, Skill },
}
const SENT = {
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
  MemoryPatch,
}

export function schemasOf(): JsonSchemas {
  const operations = Object.entries<Operation>(OPERATIONS)
  const answered = converted('output', [
    ...Object.entries(ANSWERED),
    ...told(EVENTS, { sessionId: z.string(), seq: z.int(), at: Instant }),
    ...told(PASSING, { sessionId: z.string() }),
    ...operations.flatMap(([name, { answers }]) =>
      Object.entries(answers).flatMap(([status, schema]) =>
        schema instanceof z.ZodType ? [[`${name} ${status}`, schema] as const] : [],
      ),
    ),
  ])
  const sent = converted('input', [
    ...Object.entries(SENT),
    ...operations.flatMap(([name, { query }]) => (query ? [[`${name} query`, query] as const] : [])),
    ...operations.flatMap(([name, { body }]) => (body ? [[`${name} body`, body] as const] : [])),
  ])
  const all = Object.entries({ ...answered, ...sent })
  const isInline = ([name]: [string, JsonSchema]): boolean => name.includes(' ')
  return {
    components: Object.fromEntries(all.filter(entry => !isInline(entry))),
    inline: Object.fromEntries(all.filter(isInline)),
  }
}

/** The data of each type as a stream tells them: those of one shape have one here too. */
function told(types: Record<string, z.ZodObject>, more: z.ZodRawShape): [string, z.ZodObject][] {
  const shapes = new Map(Object.values(types).map(data => [data, data.extend(more)]))
  return Object.entries(types).map(([type, data]) => [`event.${type}`, shapes.get(data) ?? data])
}

/** Each shape by its name; one that has a name already is a reference to it. */
function converted(
  io: 'input' | 'output',
  shapes: (readonly [string, z.ZodType])[],
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  const same: Record<string, JsonSchema> = {}
  for (const [name, shape] of shapes) {
    const known = registry.get(shape)
    if (known) same[name] = { $ref: referTo(known.id) }
    else registry.add(shape, { id: name })
  }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: referTo,
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  })
  const entries = Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)] as const)
  return { ...Object.fromEntries(entries), ...same }
}

const referTo = (name: string): string => `#/components/schemas/${name}`

const withoutIdentity = ({ $schema, $id, ...rest }: JsonSchema): JsonSchema => rest

/** Leaves out what says nothing to a reader; and answers may get further fields. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time') delete schema.pattern
}
