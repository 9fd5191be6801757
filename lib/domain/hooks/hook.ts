import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { ChannelName, HttpAddress } from '../channels/channel'
import { Instant } from '../instant'
import { McpValue } from '../servers/mcp-server'
import { type AnswerName, type HookPoint, POINTS } from './points'

export const ANSWER = {
  block: z.boolean(),
  cancel: z.boolean(),
  ask: z.boolean(),
  reason: z.string().max(2_000),
  arguments: z.record(z.string(), z.unknown()),
  result: z.string(),
  reply: z.string(),
  silent: z.boolean(),
  model: z.string(),
  context: z.string(),
  instructions: z.string(),
  files: z.strictObject({ add: z.record(z.string(), z.string()), remove: z.array(z.string()) }).partial(),
  text: z.string().min(1),
} satisfies Record<AnswerName, z.ZodType>
const Answer = z.object(ANSWER).partial()
export type HookAnswer = z.infer<typeof Answer>

/** What others call them. */
const ALIASES: Record<string, HookPoint> = {
  before_tool_call: 'tool_start',
  after_tool_call: 'tool_end',
  before_agent_start: 'before_prompt_build',
}

const PointName = z.enum(Object.keys(POINTS) as [HookPoint, ...HookPoint[]])
const GivenPoint = z.preprocess(name => ALIASES[String(name)] ?? name, PointName)

const EnvName = z
  .string()
  .regex(/^(?!COUNTERSIGN_)[A-Za-z_]\w{0,99}$/, 'fault.hookVariable' satisfies TextCode)
const HookCommand = z.strictObject({ command: z.string().trim().min(1).max(10_000) })

const fields = {
  name: ChannelName,
  point: GivenPoint,
  /** Names of tools, parted by `|`; each may end in `*`. */
  match: z.string().regex(/^([\w-]+\*?|\*)(\|([\w-]+\*?|\*))*$/, 'fault.hookMatch' satisfies TextCode),
  run: z.union([HookCommand, z.strictObject({ url: HttpAddress })], 'fault.hookRun' satisfies TextCode),
  env: z.record(EnvName, McpValue),
  timeoutMs: z.int().min(100).max(600_000),
  onFailure: z.enum(['block', 'continue']),
  priority: z.int().min(-1_000).max(1_000),
  enabled: z.boolean(),
}

export const NewHook = z.strictObject({
  ...fields,
  match: fields.match.optional(),
  env: fields.env.optional(),
  timeoutMs: fields.timeoutMs.default(10_000),
  onFailure: fields.onFailure.default('block'),
  priority: fields.priority.default(0),
  enabled: fields.enabled.default(true),
})
export type NewHook = z.infer<typeof NewHook>

export const HookPatch = z
  .strictObject({ ...fields, match: fields.match.nullable(), env: fields.env.nullable(), pin: z.string() })
  .partial()
export type HookPatch = z.infer<typeof HookPatch>

const HookVerdict = z.enum(['pass', 'block', 'ask', 'rewrite', 'inject', 'failed', 'refused'])

/** What a hook did once. `key` says for which arguments, where a Call was to begin. */
export const HookRun = z.object({
  hook: z.string(),
  hookId: z.string(),
  point: PointName,
  verdict: HookVerdict,
  ms: z.int(),
  reason: z.string().optional(),
  key: z.string().optional(),
  /** What it made of the arguments of a Call. */
  argumentsText: z.string().optional(),
})
export type HookRun = z.infer<typeof HookRun>

/**
 * A program of the owner's. `pin` is the hash of the plugin's folder that it was turned on with; `why` says why it is
 * off where nobody turned it off.
 */
export const Hook = NewHook.extend({
  id: z.string(),
  point: PointName,
  plugin: z.string().optional(),
  pin: z.string().optional(),
  why: z.enum(['changed']).optional(),
  lastRun: z.looseObject({ verdict: HookVerdict, ms: z.int(), at: Instant }).optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Hook = z.infer<typeof Hook>

/** A hook as it is listed: one of a plugin says whose folder that lies in. */
export const HookItem = Hook.extend({ pluginFrom: z.enum(['data', 'workspace']).optional() })
export type HookItem = z.infer<typeof HookItem>

/** A plugin whose folder or manifest cannot be read; the cause is in English, as the reader says it. */
export const BrokenPlugin = z.object({ plugin: z.string(), cause: z.string() })
export type BrokenPlugin = z.infer<typeof BrokenPlugin>

/** What a trial came to: how the hook's answer would be taken. */
export const HookTrial = z.object({ ...HookRun.shape, answer: Answer.optional() })
export type HookTrial = z.infer<typeof HookTrial>

/** The hooks of a point, in the order in which they run, that are about this tool. */
export const hooksAt = (hooks: readonly Hook[], point: HookPoint, tool?: unknown): Hook[] =>
  hooks.filter(
    hook =>
      hook.enabled &&
      hook.point === point &&
      (hook.match === undefined || hook.match.split('|').some(name => matchesTool(name, tool))),
  )

const matchesTool = (name: string, tool: unknown): boolean =>
  typeof tool === 'string' && (name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : tool === name)
