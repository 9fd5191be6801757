import * as z from 'zod'
import { Instant } from '../instant'

/**
 * A write that ignored its abort and was given up on, by the Call it belongs to: its Activity may still be running in
 * its workspace, until it or its process ends.
 */
export const Runaway = z.object({
  callId: z.string(),
  sessionId: z.string(),
  tool: z.string(),
  workspace: z.string(),
  startedAt: Instant,
})
export type Runaway = z.infer<typeof Runaway>

/** The runaways that may act where a session works: in its folder, in one below it or in one that contains it. */
export const runawaysIn = (runaways: Runaway[], workspace: string): Runaway[] =>
  runaways.filter(runaway => isIn(runaway.workspace, workspace) || isIn(workspace, runaway.workspace))

/** `''` is the folder that holds all others. */
const isIn = (folder: string, other: string): boolean =>
  other === '' || folder === other || folder.startsWith(`${other}/`)
