import * as z from 'zod'
import { Instant } from '../instant'

/**
 * A write that ignored its abort and was given up on, by the Call it belongs to: its Activity may still be running in
 * its workspace, until it or its process ends.
 */
const Orphan = z.object({
  callId: z.string(),
  sessionId: z.string(),
  tool: z.string(),
  workspace: z.string(),
  startedAt: Instant,
})
export type Orphan = z.infer<typeof Orphan>

/** The orphans that may act where a session works: in its folder, in one below it or in one that contains it. */
export const orphansIn = (orphans: Orphan[], workspace: string): Orphan[] =>
  orphans.filter(orphan => isIn(orphan.workspace, workspace) || isIn(workspace, orphan.workspace))

/** `''` is the folder that holds all others. */
const isIn = (folder: string, other: string): boolean =>
  other === '' || folder === other || folder.startsWith(`${other}/`)
