import * as z from 'zod'
import { DecisionKind } from '../call/decision'
import { ExplainInput } from '../call/decision-request'
import { CodedTextSchema } from '../coded-text'
import { BrokenPlugin, Hook, HookItem, HookPatch, HookTrial, NewHook } from '../hooks/hook'
import { Instant } from '../instant'
import { Reason } from '../policy/reason'
import { NewRule, RuleItem, RulePatch, Verdict } from '../policy/rule'
import { listOf, type Operation, page } from './operation'

/** A Call of the past. `then`: what a Rule would say of it; `decided`: what a person did. */
const CallRef = z.object({
  callId: z.string(),
  sessionId: z.string(),
  tool: z.string(),
  summary: z.string(),
  codedText: CodedTextSchema.optional(),
  // biome-ignore lint/suspicious/noThenProperty: its value is a text, so nothing awaits it
  then: Verdict,
  decided: DecisionKind,
  at: Instant,
})
export type CallRef = z.infer<typeof CallRef>

const CodedMessage = z.object({ text: z.string(), codedText: CodedTextSchema })

const Backtest = z.object({
  considered: z.int(),
  counts: z.object({ allowed: z.int(), asked: z.int(), denied: z.int(), conflicts: z.int() }),
  allowed: z.array(CallRef),
  asked: z.array(CallRef),
  denied: z.array(CallRef),
  conflicts: z.array(CallRef),
  stopped: z.boolean(),
  text: z.string(),
  codedText: CodedTextSchema,
  warnings: z.array(CodedMessage),
})
export type Backtest = z.infer<typeof Backtest>

const Explanation = z.object({
  verdict: Verdict,
  reason: Reason,
  rules: z.array(
    z.object({
      rule: RuleItem,
      match: z.enum(['certain', 'possible', 'none']),
      misses: z.string().optional(),
      codedText: CodedTextSchema.optional(),
    }),
  ),
})
export type Explanation = z.infer<typeof Explanation>

/**
 * The rules that people make, and why a call passes, asks or is refused; then hooks: programs of the owner's that are told
 * of points in the loop, and may narrow what policy allows.
 */
export const POLICY_OPERATIONS = {
  listRules: {
    endpoint: 'GET /api/rules',
    summary: 'Rules, the newest first',
    description: 'With `sessionId` those that hold in that session: its own, and those of all sessions.',
    query: z.strictObject({
      ...page,
      sessionId: z.uuid().optional(),
      effect: Verdict.optional(),
      tool: z.string().max(100).optional(),
    }),
    answers: { 200: listOf(RuleItem) },
  },
  addRule: {
    endpoint: 'POST /api/rules',
    role: 'owner',
    summary: 'Make a rule',
    description:
      'It never decides calls that wait already. A rule that can never match is refused, by field.',
    body: NewRule,
    answers: { 201: RuleItem },
  },
  changeRule: {
    endpoint: 'PATCH /api/rules/{id}',
    role: 'owner',
    summary: 'Change a rule, or turn it off; what is not named stays as it is',
    body: RulePatch,
    answers: { 200: RuleItem },
  },
  deleteRule: {
    endpoint: 'DELETE /api/rules/{id}',
    role: 'owner',
    summary: 'Delete a rule; what it decided stays in the record',
    answers: { 204: null },
  },
  backtestRule: {
    endpoint: 'POST /api/rules/backtest',
    role: 'viewer',
    summary: 'What a rule would have done with the calls that people decided in the last 90 days',
    description:
      'The newest first, until a second has passed: then `stopped` is true. `conflicts` are calls that it would have allowed and a person denied, edited or replaced. Each list has at most 100 calls, `counts` all.',
    body: z.strictObject({ rule: NewRule }),
    answers: { 200: Backtest },
  },
  explainPolicy: {
    endpoint: 'POST /api/policy/explain',
    role: 'viewer',
    summary: 'What the policy says of a call, and each rule of it; nothing is stored or run',
    body: ExplainInput,
    answers: { 200: Explanation },
  },
  listHooks: {
    endpoint: 'GET /api/hooks',
    role: 'owner',
    summary: 'Hooks, in the order in which those of a point run, and those of plugins',
    description:
      'One of a plugin is off until it is turned on, and again, with `why: changed`, once the folder of its plugin is another. `broken` are the plugins that cannot be read, with the cause.',
    answers: { 200: listOf(HookItem).extend({ broken: z.array(BrokenPlugin) }) },
  },
  addHook: {
    endpoint: 'POST /api/hooks',
    role: 'owner',
    summary: 'Add a hook; it runs as this server does, without a sandbox',
    description:
      '`run` is one shell line, in the folder of the session, or an address that gets a POST. The payload is JSON, and so is the answer: see the table of points in the guide. What is secret is named in `env` as `{"fromEnv": NAME}`.',
    body: NewHook,
    answers: { 201: Hook },
  },
  changeHook: {
    endpoint: 'PATCH /api/hooks/{id}',
    role: 'owner',
    summary: 'Change a hook, or turn one on or off; of a plugin’s only that',
    description:
      'With the `pin` that was seen, a plugin that has changed since is refused: 409 `stale_revision`.',
    body: HookPatch,
    answers: { 200: Hook },
  },
  deleteHook: {
    endpoint: 'DELETE /api/hooks/{id}',
    role: 'owner',
    summary: 'Remove a hook; what it did stays in the record',
    answers: { 204: null },
  },
  tryHook: {
    endpoint: 'POST /api/hooks/{id}/try',
    role: 'owner',
    summary: 'Run a hook on a sample; nothing is stored',
    body: z.strictObject({ payload: z.record(z.string(), z.unknown()).default({}) }),
    answers: { 200: HookTrial },
  },
} as const satisfies Record<string, Operation>
