import type { ReactNode } from 'react'

type Props = {
  label: string
  columns: readonly string[]
  /** The first cell names its row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** How many columns are text: it begins at the left. Of several, a phone shows two, and one of the numbers. */
  textColumns?: number
}

const CELL = 'px-2 py-1.5 align-top font-normal first:pl-0 last:pr-0 touch:[&_a]:block touch:[&_a]:py-3'

/** A table with a row header; the first columns are text, the others numbers. It scrolls sideways by itself. */
export function DataTable({ label, columns, rows, textColumns = 1 }: Props) {
  const isWide = (at: number): boolean => textColumns > 1 && at > 1 && at !== textColumns
  const lookOf = (at: number): string =>
    `${at < textColumns ? 'text-left' : 'text-right'} ${isWide(at) ? 'max-phone:hidden' : ''}`
  const looks = columns.map((_, at) => `${CELL} ${lookOf(at)}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, perhaps within its section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse tabular-nums text-small">
        <thead>
          <tr className="border-field border-b text-quiet">
            {columns.map((column, at) => (
              <th key={column} scope="col" className={looks[at]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key} className="border-hairline border-b">
              <th scope="row" className={`min-w-35 wrap-anywhere ${looks[0]}`}>
                {head}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className={looks[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
