/**
 * Prints invariant × mutation × test × verdict, then what went wrong, then one line of counts.
 *
 * @returns {number} the exit code
 */
export function printTable(mutations, verdicts) {
  const rows = mutations.map(({ invariant, name, guard }, index) => [
    ...[
      invariant,
      name,
      `${guard.file.replace(/^lib\//, '')} “${guard.test}”`,
      verdicts[index]?.verdict ?? 'not run',
    ],
  ])
  const header = ['invariant', 'mutation', 'guarded by', 'verdict']
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map(row => row[column].length)))
  console.log('')
  for (const row of [header, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  for (const [index, row] of rows.entries()) {
    if (row[3] !== 'killed')
      console.log(`\n${row[3]}: ${row[0]}: ${row[1]}\n${verdicts[index]?.detail ?? ''}`)
  }
  const killed = rows.filter(row => row[3] === 'killed').length
  const survived = rows.filter(row => row[3] === 'survived').length
  const unproven = rows.length - killed - survived
  if (unproven > 0) console.log(`\n${unproven} did not apply or could not be judged`)
  console.log(`\n${killed} killed, ${survived} survived`)
  return killed === rows.length ? 0 : 1
}
