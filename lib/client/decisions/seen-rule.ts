import type { SeenExtent } from '@/lib/domain/call/decision'

/** A stretch of an element, in pixels from its top. */
export type Stretch = readonly [from: number, to: number]

/** `closed`: something in it is folded, still unfolds or has not been loaded. */
export type FoldState = 'closed' | 'opened' | 'none'

/** A part of a Call as it is laid out now, and the stretch of it that is on screen and uncovered. */
export type PartView = { width: number; height: number; fold: FoldState; visible: Stretch | null }

/** What has been on screen of a part. */
export type PartSight = { size: string; stretches: readonly Stretch[]; isRead: boolean }

/** How much must be read of the beginning and the end of what was unfolded: about as much as is visible while folded. */
const OPENED_HEAD = 600
const OPENED_TAIL = 240

/** Layout is in fractions of pixels. */
const GAP = 4

/** What is read of a part after another look. It stays read; one that was read in part starts again if it is resized. */
export function sightAfter(
  before: PartSight | undefined,
  { width, height, fold, visible }: PartView,
): PartSight {
  const size = `${Math.round(width)} ${Math.round(height)}`
  const earlier = before?.size === size ? before.stretches : []
  const stretches = visible ? merged([...earlier, visible]) : earlier
  const isRead =
    before?.isRead ||
    neededOf(height, fold).every(([from, to]) =>
      stretches.some(([start, end]) => start <= from + GAP && end >= to - GAP),
    )
  return { size, stretches, isRead }
}

function neededOf(height: number, fold: FoldState): Stretch[] {
  if (fold !== 'opened' || height <= OPENED_HEAD + OPENED_TAIL) return [[0, height]]
  return [
    [0, OPENED_HEAD],
    [height - OPENED_TAIL, height],
  ]
}

/** Stretches that touch are one. */
function merged(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from <= last[1] + GAP) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}

/** Every card has these; without its preview a Call is a name. */
const NEEDED = ['head', 'preview']

type PartState = { name: string; fold: FoldState; isRead: boolean }

/**
 * THE RULE. A Call counts as seen when its heading and its whole preview have been on screen, uncovered, at once or one
 * after the other, and what was folded has been opened.
 */
export const isSeen = (parts: readonly PartState[]): boolean =>
  NEEDED.every(needed => parts.some(({ name }) => name === needed)) &&
  parts.every(({ isRead, fold }) => isRead && fold !== 'closed')

/** What a decision tells of how much was on screen: who approves without reading on says so by that. */
export const extentOf = (isWhole: boolean): SeenExtent => (isWhole ? 'whole' : 'part')
