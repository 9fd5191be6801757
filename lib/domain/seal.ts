/** Cells in a row and rows in a seal. */
export const SEAL_SIZE = 5

const DRAWN = 3
/** The eight before stand beside the seal in words: what is drawn says more than they do. */
const FIRST = 8

/**
 * The picture by which a person's eye knows a digest again: rows of cells, filled or not, the right half a mirror
 * of the left. The same digest is the same seal on the card, in the transcript, in an export and in what verifies it.
 */
export function sealOf(digest: string): boolean[][] {
  const hex = digest.replace(/^sha256:/, '')
  const isFilled = (row: number, column: number): boolean =>
    Number.parseInt(hex[FIRST + row * DRAWN + column] ?? '', 16) % 2 === 0
  return Array.from({ length: SEAL_SIZE }, (_, row) =>
    Array.from({ length: SEAL_SIZE }, (_, column) =>
      isFilled(row, column < DRAWN ? column : SEAL_SIZE - 1 - column),
    ),
  )
}

/** The first eight characters, by which people tell one digest from another. */
export const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, FIRST)
