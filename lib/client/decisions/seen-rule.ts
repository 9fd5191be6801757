/** A stretch of an element, in pixels from its top. */
export type Stretch = readonly [from: number, to: number]

/**
 * A part of a Call as it is laid out now: its size, the stretches of it that are on screen and uncovered, and whether
 * something in it is folded.
 */
export type PartView = {
  name: string
  width: number
  height: number
  fold: FoldState
  visible: readonly Stretch[]
}
export type FoldState = 'none' | 'folded' | 'opened'

type Part = { size: string; fold: FoldState; stretches: readonly Stretch[]; isRead: boolean }

/** What has been on screen of a Call, by part. */
export type Sight = ReadonlyMap<string, Part>

export const NO_SIGHT: Sight = new Map()

/** Every card has these; without its preview a Call is a name. */
const NEEDED = ['head', 'preview']

/** How much must be read of the beginning and the end of what was unfolded: about as much as is visible while folded. */
const OPENED_HEAD = 600
const OPENED_TAIL = 240

/** Layout is in fractions of pixels, and the probes are coarser still. */
const GAP = 4

/**
 * THE RULE. A Call counts as seen when its heading and its whole preview have been on screen, uncovered, at once or one
 * after the other, and what was folded has been opened.
 */
export const isSeen = (sight: Sight): boolean =>
  NEEDED.every(name => sight.has(name)) &&
  [...sight.values()].every(({ isRead, fold }) => isRead && fold !== 'folded')

/** The sight after another look at the parts. */
export function sightAfter(sight: Sight, views: readonly PartView[]): Sight {
  const after = new Map(sight)
  for (const view of views) after.set(view.name, partAfter(sight.get(view.name), view))
  return after
}

/** A part stays read. One that was read in part starts again if it is resized. */
function partAfter(before: Part | undefined, { width, height, fold, visible }: PartView): Part {
  const size = `${Math.round(width)} ${Math.round(height)}`
  const known = before?.size === size ? before.stretches : []
  const stretches = mergeStretches([...known, ...visible])
  const isRead = before?.isRead || neededOf(height, fold).every(stretch => isIn(stretches, stretch))
  return { size, stretches, isRead, fold: before?.fold === 'opened' ? 'opened' : fold }
}

function neededOf(height: number, fold: FoldState): Stretch[] {
  if (fold !== 'opened' || height <= OPENED_HEAD + OPENED_TAIL) return [[0, height]]
  return [
    [0, OPENED_HEAD],
    [height - OPENED_TAIL, height],
  ]
}

const isIn = (stretches: readonly Stretch[], [from, to]: Stretch): boolean =>
  stretches.some(([start, end]) => start <= from + GAP && end >= to - GAP)

/** Merges stretches that touch. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from <= last[1] + GAP) all[all.length - 1] = [last[0], Math.max(last[1], to)]
    else all.push([from, to])
  }
  return all
}
