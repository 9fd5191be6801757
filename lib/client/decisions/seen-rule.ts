import type { SeenExtent } from '@/lib/domain/call/decision'

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

/**
 * `absent`: something in it has not been loaded yet. `growing`: it is being unfolded, piece by piece. Of several, what keeps
 * more from sight comes first.
 */
const FOLDS = ['absent', 'growing', 'folded', 'opened', 'none'] as const
export type FoldState = (typeof FOLDS)[number]

/** The state of a part by what the places in it that can be folded, or come later, say of themselves. */
export const foldOfPlaces = (states: readonly (string | undefined)[]): FoldState =>
  FOLDS.find(state => states.includes(state)) ?? 'none'

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
  [...sight.values()].every(({ isRead, fold }) => isRead && WHOLE.includes(fold))

const WHOLE: readonly FoldState[] = ['opened', 'none']

/** What a decision tells of how much was on screen: who approves without reading on says so by that. */
export const extentOf = (isWhole: boolean): SeenExtent => (isWhole ? 'whole' : 'part')

type Readiness = {
  /** Whether what is on screen, and where, has been the same for a moment. */
  isArmed: boolean
  isBusy: boolean
  isWhole: boolean
  /** Whether the button says that it asks for no more reading. */
  isWaiver?: boolean
}

/** Whether a button that lets Calls run may do so. */
export const mayApprove = ({ isArmed, isBusy, isWhole, isWaiver = false }: Readiness): boolean =>
  isArmed && !isBusy && (isWhole || isWaiver)

/**
 * Whether it has to be looked for what of a part is on screen: what is absent or still grows cannot be read, and what has been
 * read stays so.
 */
export const mayBeRead = (sight: Sight, { name, fold }: Pick<PartView, 'name' | 'fold'>): boolean =>
  fold !== 'absent' && fold !== 'growing' && !sight.get(name)?.isRead

/** Which stretches of a part have been on screen, as it is laid out now. */
export function stretchesSeen(
  sight: Sight,
  { name, width, height }: Pick<PartView, 'name' | 'width' | 'height'>,
): readonly Stretch[] {
  const part = sight.get(name)
  return part?.size === sizeOf(width, height) ? part.stretches : []
}

const sizeOf = (width: number, height: number): string => `${Math.round(width)} ${Math.round(height)}`

/** The sight after another look at the parts. */
export function sightAfter(sight: Sight, views: readonly PartView[]): Sight {
  const after = new Map(sight)
  for (const view of views) after.set(view.name, partAfter(sight.get(view.name), view))
  return after
}

/**
 * A part stays read. One that was read in part starts again if it is resized. While something in it is absent, none of it is
 * read: what comes may be larger than what stood for it.
 */
function partAfter(before: Part | undefined, { width, height, fold, visible }: PartView): Part {
  if (fold === 'absent') return { size: '', stretches: [], isRead: false, fold }
  const size = sizeOf(width, height)
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

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** The distance between two probes in pixels: a line is 20 high. */
const STEP = 5
/** The distance of a probe from the edge of an element, inside its border. */
const INSET = 6

/**
 * Which stretches of an element are on screen: where it is itself under a finger, at its left and right edge and between.
 * `view` is what the window shows: an element may be scrolled or magnified out of it, or be behind an on-screen keyboard.
 * `isThere`: the element and nothing over it, such as a bar or a dialog, is at that point. It is not asked about what is
 * `known` to have been there: to find out takes long on a large page.
 */
export function stretchesOnScreen(
  { known = [], ...element }: Box & { known?: readonly Stretch[] },
  view: Box,
  isThere: (x: number, y: number) => boolean,
): Stretch[] {
  const inset = Math.min(INSET, (element.right - element.left) / 4)
  const across = [element.left + inset, (element.left + element.right) / 2, element.right - inset]
  if (!across.every(x => x >= view.left && x <= view.right)) return []
  const to = Math.min(element.bottom, view.bottom)
  const stretches: Stretch[] = []
  for (let y = Math.max(element.top, view.top); y < to; y += STEP) {
    const end = Math.min(y + STEP, to)
    const step = [y - element.top, end - element.top] as const
    const isKnown = known.some(([start, stop]) => start <= step[0] && stop >= step[1])
    if (isKnown || across.every(x => isThere(x, (y + end) / 2))) stretches.push(step)
  }
  return stretches
}
