import * as z from 'zod'
import { OptionalText } from '../coded-text'

/** The file at `path` (relative to the workspace) must have this content: `sha256:…`, `absent` or `folder`. */
const Precondition = z.object({ path: z.string(), hash: z.string() })
export type Precondition = z.infer<typeof Precondition>

const FileDiff = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  unified: z.string(),
  truncated: z.boolean().optional(),
})
export type FileDiff = z.infer<typeof FileDiff>

/** The definition of a Tool as it was accepted, where it was, and as it is now. */
const DefinitionChange = z.object({ before: z.string().optional(), after: z.string(), unified: z.string() })
export type DefinitionChange = z.infer<typeof DefinitionChange>

/** A Tool that has changed, as a person may accept it: by the hash of what they were shown. */
export const ToolChange = z.object({ definitionHash: z.string(), definition: DefinitionChange })
export type ToolChange = z.infer<typeof ToolChange>

/** What a Call would do; `diffs` where it changes several files. Its Tool computes it when the Call is proposed, edited or found to have drifted. */
export const Preview = z.object({
  kind: z.enum(['diff', 'command', 'request', 'mcp', 'text']),
  summary: z.string(),
  codedText: OptionalText,
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
      /** The words of each command in the text, where they are not plainly those; null for one that nobody can know before. */
      words: z.array(z.array(z.string().nullable())).optional(),
      /** The files that redirections in the text write; null for one that nobody can know before. */
      writes: z.array(z.string().nullable()).optional(),
      /** Why the text cannot be read, so that its words are not known. */
      unread: z.string().optional(),
      /** Why it cannot be read, and why it cannot be reverted, in words that can be said in other languages. */
      unreadMessage: OptionalText,
      whyNotMessage: OptionalText,
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
  definition: DefinitionChange.optional(),
  preconditions: z.array(Precondition),
})
export type Preview = z.infer<typeof Preview>
