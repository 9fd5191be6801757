/** Where a Call is laid out, in pixels from the edge at which the visible part of the column begins. */
export type CallBox = { id: string; start: number }

/** The Call that somebody reads. `isChosen`: they went to it, rather than scrolled there. */
export type ReadingPosition = { id: string | undefined; isChosen: boolean }

/** The part of the column that is visible; a Call that begins before `line` is the one that is read. */
export type ColumnView = { line: number; length: number }

/** Layout is in fractions of pixels. */
const EDGE = 2

/**
 * Which Call is read after the column was scrolled: the last that begins before the line. One that somebody went to stays
 * the one as long as its beginning is visible, however short it is and those before it are.
 */
export function placeAfter(
  position: ReadingPosition,
  boxes: readonly CallBox[],
  { line, length }: ColumnView,
): ReadingPosition {
  const chosenBox = position.isChosen ? boxes.find(({ id }) => id === position.id) : undefined
  if (chosenBox && chosenBox.start >= -EDGE && chosenBox.start < length - EDGE) return position
  const read = boxes.findLast(({ start }) => start <= line) ?? boxes[0]
  return read?.id === position.id && !position.isChosen ? position : { id: read?.id, isChosen: false }
}
