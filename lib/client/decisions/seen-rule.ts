import type { SeenExtent } from '@/lib/domain/call/decision'

/** A stretch of an element, in pixels from its top. */
export type Stretch = readonly [from: number, to: number]

/** `closed`: something in it is folded, still unfolds or has not been loaded. */
export type FoldState = 'closed' | 'opened' | 'none'

/** A part of a Call as it is laid out now, and the stretch of it that is on screen and uncovered. */
export type PartView = { width: number; height: number; fold: FoldState; visible: Stretch | null }

/** What has been on screen of a part, without a gap. */
export type PartSight = { size: string; stretch: Stretch | null; isRead: boolean }

/** Layout is in fractions of pixels. */
const GAP = 4

/**
 * What is read of a part after another look. It stays read; one that was read in part starts again if it is resized, or if
 * something is passed over. Of what was unfolded, which may be megabytes, the beginning and the end are enough.
 */
export function sightAfter(
  before: PartSight | undefined,
  { width, height, fold, visible }: PartView,
): PartSight {
  const size = `${Math.round(width)} ${Math.round(height)}`
  const earlier = before?.size === size ? before.stretch : null
  const stretch = visible && earlier ? joined(earlier, visible, fold) : (visible ?? earlier)
  const isRead =
    before?.isRead || (stretch !== null && stretch[0] <= GAP && stretch[1] >= Math.max(0, height - GAP))
  return { size, stretch, isRead }
}

function joined(one: Stretch, other: Stretch, fold: FoldState): Stretch {
  const isGap = Math.max(one[0], other[0]) > Math.min(one[1], other[1]) + GAP
  return isGap && fold !== 'opened' ? other : [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}

type PartState = { name: string; fold: FoldState; isRead: boolean }

/**
 * THE RULE. A Call counts as seen when its heading and its whole preview have been on screen, uncovered, at once or one
 * after the other, and what was folded has been opened. Without its preview a Call is a name.
 */
export const isSeen = (parts: readonly PartState[]): boolean =>
  parts.some(({ name }) => name === 'preview') &&
  parts.every(({ isRead, fold }) => isRead && fold !== 'closed')

/** What a decision tells of how much was on screen: who approves without reading on says so by that. */
export const extentOf = (isWhole: boolean): SeenExtent => (isWhole ? 'whole' : 'part')
