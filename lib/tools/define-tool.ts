import * as z from 'zod'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema, RiskLevel } from '@/lib/domain/call/tool'
import type { StoredChannel } from '@/lib/domain/channels/channel'
import { type FieldError, fieldFault, schemaFault } from '@/lib/domain/contract/problem'
import type { Environment } from '@/lib/domain/environment'
import type { Compute } from '@/lib/domain/job'
import type { MemoryHit } from '@/lib/domain/memory/memory'
import type { RiskReason } from '@/lib/domain/policy/risk-reason'
import type { Plan, PlanStep } from '@/lib/domain/session/plan'
import type { State } from '@/lib/domain/session/state'
import { type CodedText, phrase, type StoredText } from '@/lib/messages/phrase'
import type { ClosedPath } from './workspace/platform-folders'

/**
 * Where a Tool works. `root` is an absolute path that the owner chose, itself not a symbolic link; `folder` is the
 * session's workspace below it, `''` or absent for the root. Only `root` is trusted: a folder below it may have been
 * replaced by an earlier Call, and is walked like any other path.
 */
export type WorkspaceScope = { root: string; folder?: string; closed?: readonly ClosedPath[] }

/** A file as an earlier Call of the same set will leave it, if it runs as shown; `null`: no file. */
export type Effect = { path: string; bytes: Uint8Array | null }

/** What is at a path: the content of a file, nothing, or a folder. */
type PathContent = Uint8Array | null | 'folder'

/**
 * A change of a file: its content before and after. `mode` is the one that it had, where it was removed or has another one
 * now.
 */
export type Change = { path: string; before: PathContent; after: PathContent; mode?: number }

/**
 * What a Call stores in its session or in memory, or what was recalled for it. It is written together with the Call's
 * Result or not at all.
 */
export type ControlEffect =
  | { kind: 'plan'; steps: PlanStep[] }
  | { kind: 'state'; patch: State }
  | { kind: 'memory'; text: string; tags: string[] }
  | { kind: 'recall'; query: string; hits: MemoryHit[] }

/** Where a Tool works and what it may use. */
export type ToolContext = WorkspaceScope & {
  signal: AbortSignal
  /** `sha256:` and the hex digest of the bytes. */
  hash: (bytes: Uint8Array | string) => string
  /** Runs long computations in another thread; while an Activity runs, none longer than `signal` lets it. */
  compute: Compute
  /**
   * The content of a file before or after a Call of this session changed it, by its hash; `null` if it was not stored.
   */
  content: (hash: string) => Promise<Uint8Array | null>
  /** The Call that last left a file as it is, by its tool and the title of its session; null where none did. */
  writer: (path: string, hash: string) => Promise<{ tool: string; session: string } | null>
  /** The agent's plan and its working memory in this session. */
  plan: () => Promise<Plan>
  state: () => Promise<State>
  /** The text of a skill that was offered when the Run began; `null` for any other. */
  skill: (name: string) => Promise<string | null>
  /** Memories relevant to a text: those to recall, best first, and those that nearly were. */
  recall: (query: string) => Promise<{ query: string; hits: MemoryHit[] }>
  /** Hosts that requests may go to although they are not public, as the owner named them. */
  internalHosts: () => Promise<string[]>
  /** The ways to people, and what a message says of the session that it comes from. */
  messages: () => Promise<MessageContext>
  /** Output while it runs. */
  onOutput: (text: string) => void
}

/** `environment` has the secrets of the channels. `link`: the page of the session, which opens it and decides nothing. */
export type MessageContext = MessageOrigin & { channels: StoredChannel[]; environment: Environment }
export type MessageOrigin = { session: { id: string; title: string }; link: string }

/** `earlier`: the effects of the Calls before this one in its set, for a preview that builds on them. */
export type PreviewContext = ToolContext & { earlier?: Effect[] }
/**
 * `beforeEffect` throws unless this process may act for the Call at this very moment: the Call was not aborted, and
 * the lease on the session is held, by the clock that is read then and there. Every Tool calls it immediately before
 * each of its effects (a rename, the start of a program, the sending of a request), synchronously, with nothing
 * awaited in between. It lets the exception pass after undoing what it prepared. `leaseMs`: for how
 * many milliseconds the lease holds without being renewed; an effect that goes on asks both again within that time, or
 * ends. `execution` identifies this execution of the Call, so that its leftovers can be found if its process dies: see
 * `revoke`.
 */
export type PerformContext = ToolContext & {
  sessionId: string
  preview: Preview | undefined
  beforeEffect: () => void
  leaseMs: () => number
  execution: Execution
  /**
   * Asks people something that the Tool cannot go on without, in a set of its own beside what waits. The time of the
   * Call stands still meanwhile. `cancel`: nobody answered in time, or `until` was aborted.
   */
  elicit: (question: Question, until: AbortSignal) => Promise<ElicitAnswer>
}

/** What a server wants to know of a person while a Call runs there: a text, and the schema of a flat object. */
export type Question = { server: string; message: string; schema: JsonSchema }

export type ElicitAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' | 'cancel' }

export type RevokeContext = WorkspaceScope & { execution: Execution }

/** A Call runs once under a lease. */
export type Execution = { callId: string; epoch: number }

/** What a Call would do, in a line. */
export const previewSummary = (
  codedText: CodedText,
): Pick<Preview, 'summary'> & { codedText: CodedText } => ({
  summary: phrase(codedText),
  codedText,
})

/** The same as a whole preview, for what is shown by that line alone. */
export const linePreview = (
  codedText: CodedText,
  { preconditions = [], risks = [] }: { preconditions?: Preview['preconditions']; risks?: RiskReason[] } = {},
): PreviewOutcome => ({
  kind: 'preview',
  preview: { kind: 'text', ...previewSummary(codedText), preconditions },
  risks,
})

/** A failure in words. `bug` is there where the Tool threw: the caller logs it. */
type ToolFailure = { kind: 'error'; bug?: unknown }

/**
 * What a Call would do. `risks` are reasons beyond the Tool's own level; an error settles the Call without asking,
 * with `errors` if its arguments are at fault.
 */
export type PreviewOutcome =
  | { kind: 'preview'; preview: Preview; risks: RiskReason[]; effects?: Effect[] }
  | (ToolFailure & { message: string; codedText?: StoredText; errors?: FieldError[] })

/** Why a Call cannot be made. */
export const failure = (codedText: CodedText) => ({
  kind: 'error' as const,
  message: phrase(codedText),
  codedText,
})

/** The same of one of its arguments, by its JSON pointer. */
export const invalidArgument = (path: string, codedText: CodedText): PreviewOutcome => ({
  ...failure(codedText),
  errors: [fieldFault(path, codedText)],
})

/** A picture as a Tool got it; what is kept of it is encoded anew. */
export type ToolImage = { mediaType: string; bytes: Uint8Array }

/**
 * What an Activity did, also before it failed. `drifted`: a precondition no longer held, and nothing was done.
 * `lapsed`: nothing was done, since the lease had run out. `unknown`: nobody can tell whether it took effect.
 * `changes` are stored so that they can be reverted: in their order, each of another path.
 */
export type ToolOutcome =
  | {
      kind: 'ok'
      text: string
      value?: unknown
      details?: Record<string, unknown>
      images?: ToolImage[]
      changes?: Change[]
      controlEffect?: ControlEffect
    }
  | (ToolFailure & { text: string; details?: Record<string, unknown>; changes?: Change[] })
  | { kind: 'unknown'; text: string; details?: Record<string, unknown> }
  | { kind: 'drifted' }
  | { kind: 'lapsed' }

/**
 * The public description of a Tool, without its schema. `forPeople`: it is not offered to models. `unavailable`: why it
 * cannot be used in this installation, and what to do about that. `origin`: what else its definition hash covers, such
 * as the command line of the server that it comes from.
 */
type ToolDescription = {
  forPeople?: true
  unavailable?: CodedText
  origin?: string
  name: string
  title: string
  description: string
  source: string
  risk: RiskLevel
  readOnly: boolean
  idempotent: boolean
}

/**
 * A Tool with its Activity. `args` are a parsed JSON value that passed the schema. `perform` checks the preview's
 * preconditions on what it has opened, and calls `beforeEffect` immediately before its effect; expected failures are
 * values. It may throw the signal's own reason as long as nothing was done. `revoke` prevents, as far as the Tool can,
 * that an execution whose process fell silent still takes effect: whoever takes over the session calls it before
 * anybody is asked and before the Call runs again.
 */
export type ToolDefinition = ToolDescription &
  ToolFunctions<unknown> & {
    schema: JsonSchema
    /**
     * JSON pointers of the arguments that say how far a Call goes: what it runs, onto the network, to which place, with
     * what it sends. A Rule that allows covers it only if its conditions name each of them.
     */
    reach: (args: unknown) => string[]
  }

type ToolFunctions<Args> = {
  /** Workspace paths that the arguments name, normalised, for policy. */
  paths: (args: Args) => string[]
  preview: (args: Args, context: PreviewContext) => Promise<PreviewOutcome>
  perform: (args: Args, context: PerformContext) => Promise<ToolOutcome>
  revoke?: (args: Args, context: RevokeContext) => Promise<void>
}

/** What most of our Tools are, as far as they only read, as far as they do more, and in the session itself. */
export const READ = { source: 'builtin', risk: 'low', readOnly: true, idempotent: true } as const
export const WRITE = { source: 'builtin', risk: 'medium', readOnly: false, idempotent: false } as const
export const CONTROL = { source: 'control', risk: 'low', readOnly: false, idempotent: true } as const

/** How a Tool is written: the zod schema of its arguments types all its functions. */
type ToolSpec<Schema extends z.ZodType> = ToolDescription &
  ToolFunctions<z.output<Schema>> & { arguments: Schema; reach?: (args: z.output<Schema>) => string[] }

/**
 * Turns a spec into a definition. The schema of the arguments may narrow but not transform: no defaults and no
 * coercion, since what was shown is what runs.
 */
export function defineTool<Schema extends z.ZodType>(spec: ToolSpec<Schema>): ToolDefinition {
  const { arguments: schema, paths, reach, preview, perform, revoke, ...rest } = spec
  return {
    ...rest,
    schema: jsonSchemaOf(schema),
    paths: args => {
      const parsed = schema.safeParse(args)
      return parsed.success ? paths(parsed.data) : []
    },
    reach: args => {
      const parsed = schema.safeParse(args)
      return parsed.success ? (reach?.(parsed.data) ?? []) : ['']
    },
    preview: async (args, context) => {
      const parsed = schema.safeParse(args)
      return parsed.success
        ? preview(parsed.data, context)
        : { kind: 'error', message: textOf(parsed.error), errors: faultsIn(parsed.error) }
    },
    perform: async (args, context) => {
      const parsed = schema.safeParse(args)
      return parsed.success ? perform(parsed.data, context) : { kind: 'error', text: textOf(parsed.error) }
    },
    ...(revoke ? { revoke: async (args, context) => revoke(schema.parse(args), context) } : {}),
  }
}

/** What the JSON Schema of the arguments cannot say. */
const faultsIn = (error: z.ZodError): FieldError[] =>
  error.issues.map(({ path, message }) => schemaFault(path.map(key => `/${String(key)}`).join(''), message))

const textOf = (error: z.ZodError): string =>
  faultsIn(error)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('\n')

/** Providers treat `$schema` differently, and none needs it. */
const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(schema, { io: 'input' })).filter(([key]) => key !== '$schema'),
  )
