import * as z from 'zod'

/** The file at `path` (relative to the workspace) must have this content: `sha256:…`, `absent` or `folder`. */
export const Precondition = z.object({ path: z.string(), hash: z.string() })
export type Precondition = z.infer<typeof Precondition>

const FileDiff = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  unified: z.string(),
  truncated: z.boolean().optional(),
})
export type FileDiff = z.infer<typeof FileDiff>

/** What a Call would do; `diffs` where it changes several files. Its Tool computes it when the Call is proposed, edited or found to have drifted. */
export const Preview = z.object({
  kind: z.enum(['diff', 'command', 'request', 'mcp', 'text']),
  summary: z.string(),
  diff: FileDiff.optional(),
  diffs: z.array(FileDiff).optional(),
  command: z
    .object({
      argv: z.array(z.string()),
      text: z.string(),
      cwd: z.string(),
      sandboxed: z.boolean(),
      network: z.boolean(),
      revertible: z.boolean().optional(),
      whyNotReverted: z.string().optional(),
    })
    .optional(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
    })
    .optional(),
  /** The Tool has changed since it was accepted: its definition then, where there was one, and now. */
  definition: z.object({ before: z.string().optional(), after: z.string(), unified: z.string() }).optional(),
  preconditions: z.array(Precondition),
})
export type Preview = z.infer<typeof Preview>
