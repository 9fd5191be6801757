/** Why a diagram is not drawn. */
export type DiagramFault = 'broken' | 'late' | 'long'

/** Longer ones are shown as they are written; the frame says so once more. */
export const LONGEST_DIAGRAM = 20_000

/** Higher ones scroll in themselves. */
const HIGHEST = 1_200
const LOWEST = 24

/**
 * What the frame says of a diagram: numbers and one word. It draws what somebody else wrote, so nothing else that it may
 * say is heard; null for that.
 */
export function diagramAnswer(data: unknown): { height: number } | { fault: DiagramFault } | null {
  if (typeof data !== 'object' || data === null) return null
  if ('error' in data) return { fault: 'broken' }
  if (!('height' in data) || typeof data.height !== 'number' || !Number.isFinite(data.height)) return null
  return { height: Math.min(HIGHEST, Math.max(LOWEST, Math.round(data.height))) }
}
