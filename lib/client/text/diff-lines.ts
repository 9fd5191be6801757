type DiffSign = '+' | '-' | ' ' | '@' | '\\'
/** Lines of one sign, without it. */
export type DiffRun = { sign: DiffSign; lines: string[] }

const HEADER = /^--- [^\n]*\n\+\+\+ [^\n]*\n/

/** A unified diff without the two lines that name the file. */
export const diffBody = (unified: string): string => unified.replace(HEADER, '')

/** A part of a diff as runs of lines. If it begins within a line, it has that line's sign. */
export function diffRuns(body: string, from: number, to: number): DiffRun[] {
  const lineStart = body.lastIndexOf('\n', from - 1) + 1
  const runs: DiffRun[] = []
  const text = body.slice(from, to).replace(/\n$/, '')
  if (text === '') return runs
  for (const [index, line] of text.split('\n').entries()) {
    const begins = index > 0 || lineStart === from
    const sign = signOf(begins ? line : body.charAt(lineStart))
    const content = begins && /^[-+ ]/.test(line) ? line.slice(1) : line
    const last = runs.at(-1)
    if (last?.sign === sign) last.lines.push(content)
    else runs.push({ sign, lines: [content] })
  }
  return runs
}

const SIGNS: readonly DiffSign[] = ['+', '-', '@', '\\']

/** A line without a sign is a remark, as about content that is not shown. */
const signOf = (line: string): DiffSign => SIGNS.find(sign => line.startsWith(sign)) ?? ' '
