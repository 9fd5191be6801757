/** How much of a text is laid out at a time, so that no piece of work keeps a person waiting. */
export const MOST_OF_CHUNK = { chars: 8_000, lines: 200 }
/** How far back a chunk may end instead, where words part. */
const BACK = 400

/** Where the chunks of a text end: after a line where there is one, else after a word. A short text is one chunk. */
export function chunkEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = 0; at < text.length; at = ends.at(-1) ?? text.length) ends.push(endOfChunk(text, at))
  return ends
}

function endOfChunk(text: string, from: number): number {
  const most = Math.min(text.length, from + MOST_OF_CHUNK.chars)
  let end = from
  for (let lines = 0; lines < MOST_OF_CHUNK.lines; lines += 1) {
    const lineBreak = text.indexOf('\n', end)
    if (lineBreak === -1 || lineBreak >= most) break
    end = lineBreak + 1
    if (lines === MOST_OF_CHUNK.lines - 1) return end
  }
  if (most === text.length) return most
  return end > from ? end : endInLine(text, most)
}

/** Never between what is one character, or what would be read as one. */
function endInLine(text: string, most: number): number {
  const space = text.lastIndexOf(' ', most - 1)
  if (space >= most - BACK) return space + 1
  return /[\ud800-\udbff⟦]/.test(text.charAt(most - 1)) ? most - 1 : most
}
