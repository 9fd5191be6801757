import * as z from 'zod'
import { Instant } from './instant'

export const Verdict = z.enum(['allow', 'ask', 'deny'])
export type Verdict = z.infer<typeof Verdict>

const argument = z
  .string()
  .max(1000)
  .regex(/^(\/.*)?$/, 'Write a JSON pointer, for example /path')
const words = z.string().min(1).max(10_000)

/** A condition on one argument, named by its JSON pointer. `range`: both ends belong to it. */
export const Matcher = z.discriminatedUnion('kind', [
  z.strictObject({ argument, kind: z.literal('exact'), value: z.unknown() }),
  z.strictObject({ argument, kind: z.literal('prefix'), value: words }),
  z.strictObject({ argument, kind: z.literal('glob'), value: words }),
  z.strictObject({ argument, kind: z.literal('host'), value: words }),
  z.strictObject({
    argument,
    kind: z.literal('range'),
    value: z
      .strictObject({ min: z.number().optional(), max: z.number().optional() })
      .refine(({ min, max }) => min !== undefined || max !== undefined, 'Give min, max or both'),
  }),
  z.strictObject({ argument, kind: z.literal('command'), value: z.array(words).min(1).max(100) }),
])
export type Matcher = z.infer<typeof Matcher>

/**
 * `tool` may end in `*`. `reads` narrows the Rule to read-only Tools of the workspace.
 * A Rule of scope `session` holds in its session alone.
 */
export const Rule = z.object({
  id: z.string(),
  effect: Verdict,
  tool: z.string(),
  reads: z.boolean(),
  matchers: z.array(Matcher),
  scope: z.enum(['session', 'always']),
  sessionId: z.string().optional(),
  expiresAt: Instant.optional(),
  enabled: z.boolean(),
  note: z.string().optional(),
  origin: z.object({ callId: z.string() }).optional(),
  uses: z.int(),
  lastUsedAt: Instant.optional(),
})
export type Rule = z.infer<typeof Rule>

/** Files that tools run or trust by themselves; a Rule covers one only where it names the path exactly. */
const TRUSTED_FOLDERS =
  /(^|\/)\.(git|githooks|hg|svn|github|gitlab|gitea|husky|circleci|buildkite|vscode|devcontainer|claude|cursor|countersign)(\/|$)/i
const TRUSTED_NAMES =
  /(^|\/)(\.env[^/]*|\.mcp\.json|AGENTS\.md|CLAUDE\.md|package\.json|\.npmrc|\.gitlab-ci\.ya?ml|\.travis\.yml|\.pre-commit-config\.yaml|\.?lefthook\.ya?ml|Jenkinsfile|Makefile)$/i

export const isTrustedFile = (path: string): boolean => TRUSTED_FOLDERS.test(path) || TRUSTED_NAMES.test(path)
