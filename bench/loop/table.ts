/** A Markdown table, printed. */
export function printTable(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map(row => (row[column] ?? '').length), name.length),
  )
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  console.log(`\n${title}\n\n${line(head)}`)
  console.log(`|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`)
  for (const row of rows) console.log(line(row))
}
