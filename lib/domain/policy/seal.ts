/** Cells in a row and rows in a seal. */
export const SEAL_SIZE = 5

const SHOWN_SIGNS = 3
/** The first eight digits are written beside the seal, so the drawing starts after them. */
const FIRST = 8

/**
 * A picture by which people recognise a digest: rows of cells, filled or not, mirrored left to right. The same digest
 * has the same seal on the card, in the transcript, in an export and in the verifier.
 */
export function sealOf(digest: string): boolean[][] {
  const hex = digest.replace(/^sha256:/, '')
  const isFilled = (row: number, column: number): boolean =>
    Number.parseInt(hex[FIRST + row * SHOWN_SIGNS + column] ?? '', 16) % 2 === 0
  return Array.from({ length: SEAL_SIZE }, (_, row) =>
    Array.from({ length: SEAL_SIZE }, (_, column) =>
      isFilled(row, column < SHOWN_SIGNS ? column : SEAL_SIZE - 1 - column),
    ),
  )
}

/** The first eight characters, by which people tell digests apart. */
export const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, FIRST)
