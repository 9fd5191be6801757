import * as z from 'zod'

/** A path as an argument: what it must be beyond that is said by the tool, in words. */
export const pathArgument = (description: string) =>
  z.string().min(1).max(4096).describe(`${description} Relative to the workspace, with "/" between parts.`)
