import * as z from 'zod'
import type { MemoryHit } from '@/lib/domain/memory'
import type { Plan, PlanStep } from '@/lib/domain/plan'
import type { Preview } from '@/lib/domain/preview'
import type { FieldError } from '@/lib/domain/problem'
import type { State } from '@/lib/domain/state'
import type { JsonSchema, RiskLevel } from '@/lib/domain/tool'

/**
 * Where a Tool works. `root` is an absolute path that the owner chose, itself no symbolic link; `folder` is
 * the session's workspace under it, `''` or absent for the root. Only `root` is taken on trust: a folder
 * below it may have been replaced by an earlier Call, and is walked like every other path.
 */
export type Place = { root: string; folder?: string }

/** A file as an earlier Call of the same set will leave it, if it runs as it was shown; `null` is no file. */
export type Effect = { path: string; bytes: Uint8Array | null }

/** A file that was given another content: what it held, and what it holds now; `null` is no file. */
export type Change = { path: string; before: Uint8Array | null; after: Uint8Array | null }

/** What is to be kept of a Call, by its session or in memory, or was recalled for it. It is written with the Call's Result or not at all. */
export type Noted =
  | { kind: 'plan'; steps: PlanStep[] }
  | { kind: 'state'; patch: State }
  | { kind: 'memory'; text: string; tags: string[] }
  | { kind: 'recall'; query: string; hits: MemoryHit[] }

/** Where a Tool works and what it may use. */
export type ToolContext = Place & {
  signal: AbortSignal
  /** `sha256:` and the hex digest of the bytes. */
  hash: (bytes: Uint8Array | string) => string
  /** What a file held before or after a Call of this session changed it, by its hash; `null` if it was not kept. */
  content: (hash: string) => Promise<Uint8Array | null>
  /** What the agent intends in this session, and what it keeps in mind. */
  plan: () => Promise<Plan>
  state: () => Promise<State>
  /** The text of a skill that the Run was told of when it began; `null` for any other. */
  skill: (name: string) => Promise<string | null>
  /** Memories that bear on a text: those to recall, best first, and those that nearly were. */
  recall: (query: string) => Promise<{ query: string; hits: MemoryHit[] }>
  /** Output while it runs. */
  onOutput: (text: string) => void
}

/** `earlier`: what the Calls before this one in its set will have made, for a preview that builds on them. */
export type PreviewContext = ToolContext & { earlier?: Effect[] }
/** `stored`: resolves once it is stored that the Call begins, or its signal is aborted. Nothing is touched before. */
export type PerformContext = ToolContext & { preview: Preview | undefined; stored: Promise<void> }

export type RiskReason = { level: RiskLevel; reason: string }

/** A failure in words. `bug` is there where the Tool threw: the caller logs it. */
type Failed = { kind: 'error'; bug?: unknown }

/**
 * What a Call would do. `risks` are reasons beyond the Tool's own level; an error settles the Call unasked,
 * with `errors` where its arguments are at fault.
 */
export type Previewed =
  | { kind: 'preview'; preview: Preview; risks: RiskReason[]; effects?: Effect[] }
  | (Failed & { message: string; errors?: FieldError[] })

type Done = { kind: 'ok'; text: string; value?: unknown; details?: Record<string, unknown> }

/**
 * What an Activity did. `change` is kept, so that it can be put back. `drifted`: a precondition no longer
 * held, and nothing was done.
 */
export type Performed =
  | (Done & { change?: Change; noted?: Noted })
  | (Failed & { text: string; details?: Record<string, unknown> })
  | { kind: 'drifted' }

/**
 * What everybody is shown of a Tool, but for its schema. `forPeople`: no model is offered it. `looksFirst`: it has a
 * look at what it is to touch while its beginning is being stored, and waits for that itself.
 */
type Shown = {
  forPeople?: true
  looksFirst?: true
  name: string
  title: string
  description: string
  source: string
  risk: RiskLevel
  readOnly: boolean
  idempotent: boolean
}

/**
 * A Tool with its Activity. `args` are a parsed JSON value that passed the schema. `perform` checks the abort
 * and the preview's preconditions, on what it has opened, immediately before its effect; expected failures
 * are values. It may let the signal's own reason be thrown as long as nothing was done.
 */
export type ToolDefinition = Shown & {
  schema: JsonSchema
  /** Workspace paths that the arguments name, normalised, for policy. */
  paths: (args: unknown) => string[]
  preview: (args: unknown, context: PreviewContext) => Promise<Previewed>
  perform: (args: unknown, context: PerformContext) => Promise<Performed>
}

/** A Tool as it is written down: the zod schema of its arguments types all three verbs. */
export type ToolSpec<Schema extends z.ZodType> = Shown & {
  arguments: Schema
  paths: (args: z.output<Schema>) => string[]
  preview: (args: z.output<Schema>, context: PreviewContext) => Promise<Previewed>
  perform: (args: z.output<Schema>, context: PerformContext) => Promise<Performed>
}

/**
 * Turns a spec into a definition. The schema of the arguments may narrow but not transform: no defaults and
 * no coercion, for what was shown is what runs.
 */
export function defineTool<Schema extends z.ZodType>(spec: ToolSpec<Schema>): ToolDefinition {
  const { arguments: schema, paths, preview, perform, ...shown } = spec
  return {
    ...shown,
    schema: jsonSchemaOf(schema),
    paths: args => {
      const parsed = schema.safeParse(args)
      return parsed.success ? paths(parsed.data) : []
    },
    preview: async (args, context) => {
      const parsed = schema.safeParse(args)
      return parsed.success
        ? preview(parsed.data, context)
        : { kind: 'error', message: z.prettifyError(parsed.error) }
    },
    perform: async (args, context) => {
      const parsed = schema.safeParse(args)
      return parsed.success
        ? perform(parsed.data, context)
        : { kind: 'error', text: z.prettifyError(parsed.error) }
    },
  }
}

/** Providers differ in what they make of `$schema`; it says nothing that they need. */
const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(schema, { io: 'input' })).filter(([key]) => key !== '$schema'),
  )
