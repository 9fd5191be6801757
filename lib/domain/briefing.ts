import * as z from 'zod'

/** A part of what the model is told before the history, known by the hash of its text. */
export const BriefedPart = z.object({
  label: z.string(),
  source: z.string(),
  hash: z.string(),
  /** Characters that there were, where not all of them are told. */
  rawChars: z.int().optional(),
})
export type BriefedPart = z.infer<typeof BriefedPart>

/**
 * What a Run is told from its first Request to its last, whatever changes meanwhile: memories that were
 * recalled, files of the workspace. The texts lie with those that Requests share.
 */
export const Briefing = z.object({
  parts: z.array(BriefedPart),
  /** The skills that can be read in this Run, by the hashes of their texts. */
  skills: z.array(z.object({ name: z.string(), hash: z.string() })).default([]),
})
export type Briefing = z.infer<typeof Briefing>
