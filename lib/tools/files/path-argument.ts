import * as z from 'zod'
import type { PathRefusal } from '@/lib/tools/workspace/workspace-path'
import { invalidArgument, type PreviewOutcome } from '../define-tool'

/** A path argument; the tool checks the rest and explains it in words. */
export const pathArgument = (description: string) =>
  z.string().min(1).max(4096).describe(`${description} Relative to the workspace, with "/" between parts.`)

/** An invalid path as a preview error, attributed to the argument `path`. */
export const invalidPath = ({ codedText }: PathRefusal): PreviewOutcome => invalidArgument('/path', codedText)
