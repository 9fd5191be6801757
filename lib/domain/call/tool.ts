import * as z from 'zod'
import { OptionalText } from '../coded-text'
import { Instant } from '../instant'

/** The control tool by which the model ends a Run. */
export const TASK_COMPLETE = 'task_complete'

/** The tool that runs commands, each of which takes a core. */
export const RUN_COMMAND = 'run_command'

/** The control tools by which the model updates its Plan and its State. */
export const UPDATE_PLAN = 'update_plan'
export const SET_STATE = 'set_state'

/** A JSON Schema, as a tool declares it for its arguments. */
export const JsonSchema = z.record(z.string(), z.unknown())
export type JsonSchema = z.infer<typeof JsonSchema>

const RiskLevel = z.enum(['low', 'medium', 'high'])
export type RiskLevel = z.infer<typeof RiskLevel>

/** Computed from what would run, never from what the model says. `suspicions`: what may be read as something else. */
export const Risk = z.object({
  level: RiskLevel,
  reasons: z.array(z.string()),
  suspicions: z.array(z.string()).optional(),
  codedText: z.array(OptionalText).optional(),
})
export type Risk = z.infer<typeof Risk>

/** `builtin`, `control` or `mcp:<server>`. */
export const ToolSource = z.string().regex(/^(builtin|control|mcp:.+)$/)

/** Whether a Tool is a server's: what is said of it comes from elsewhere. */
export const isServed = (source: string): boolean => source.startsWith('mcp:')

export const ToolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/**
 * What everything but its Activity needs to know about a Tool. The definition hash covers what the model and the
 * person are shown of it; a Call is bound to that hash.
 */
export const Tool = z.object({
  id: z.string(),
  name: ToolName,
  title: z.string(),
  description: z.string(),
  source: ToolSource,
  schema: JsonSchema,
  risk: RiskLevel,
  readOnly: z.boolean(),
  idempotent: z.boolean(),
  latent: z.boolean(),
  definitionHash: z.string(),
  enabled: z.boolean(),
  /** Only people can run it; it is not offered to models. */
  forPeople: z.literal(true).optional(),
  unavailable: z.string().optional(),
  unavailableMessage: OptionalText,
  /** It is not as it was accepted: it was accepted with the definition of this hash, or never. */
  changed: z.object({ pinned: z.string().nullable() }).optional(),
})
export type Tool = z.infer<typeof Tool>

/** A Tool in the list of all: how often it ran in the sessions that there are, and when last. */
export const ToolItem = Tool.extend({ uses: z.int().optional(), lastUsedAt: Instant.optional() })
export type ToolItem = z.infer<typeof ToolItem>
