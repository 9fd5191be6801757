'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { separatorOf, tableRows } from '@/lib/client/text/file-preview'
import { copyProse, VisibleText } from '../visible-text'

/** So many fields are laid out at a time, in at most so many columns, and of a long one its beginning. */
const FIELDS = 2_000
const MOST_COLUMNS = 50
const FIELD_CHARS = 500

/** Records of a file as a table; its first row names the columns. */
export function TablePreview({ path, text }: { path: string; text: string }) {
  const t = useTranslations('text.table')
  const [steps, setSteps] = useState(1)
  const separator = useMemo(() => separatorOf(path, text), [path, text])
  const columns = useMemo(() => tableRows(text, separator, 1).rows[0]?.length ?? 0, [text, separator])
  const step = Math.max(10, Math.floor(FIELDS / Math.min(MOST_COLUMNS, Math.max(1, columns))))
  const table = useMemo(() => tableRows(text, separator, 1 + steps * step), [text, separator, steps, step])
  const { rows, isMore, isOpen } = table
  const most = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const ragged = rows.filter(({ length }) => length !== columns).length
  if (rows.length === 0) return <p className="px-2.5 py-1 text-small">{t('empty')}</p>
  return (
    <>
      <Rows rows={rows} columns={Math.min(most, MOST_COLUMNS)} />
      <div className="flex flex-wrap items-center gap-x-3 px-2.5 py-1 text-quiet text-small empty:hidden">
        {ragged > 0 && <p>{t('ragged', { count: ragged })}</p>}
        {most > MOST_COLUMNS && <p>{t('columns', { count: MOST_COLUMNS, all: most })}</p>}
        {isOpen && <p>{t('open')}</p>}
        {isMore && <p>{t('rest')}</p>}
        {isMore && (
          <Button look="quiet" onClick={() => setSteps(steps + 1)}>
            {t('more', { count: step })}
          </Button>
        )}
      </div>
    </>
  )
}

const CELL = 'min-w-12 max-w-80 border-hairline border-b px-2 py-0.5 text-start align-top'
const NUMBER =
  'sticky start-0 border-hairline border-e border-b bg-paper px-2 py-0.5 text-end align-top text-quiet select-none before:content-[attr(data-n)]'

function Rows({ rows: [head = [], ...rows], columns }: { rows: string[][]; columns: number }) {
  const t = useTranslations('text.table')
  const places = Array.from({ length: columns }, (_, at) => at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-label={t('name')} tabIndex={0} className="overflow-x-auto" onCopy={copyProse}>
      <table className="border-collapse text-small tabular-nums">
        <thead>
          <tr>
            <td className={NUMBER} data-n="1" />
            {places.map(at => (
              <th key={at} scope="col" className={`${CELL} font-semibold ${emptiness(head[at])}`}>
                <Field>{head[at] ?? ''}</Field>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a fixed text have no other key
            <tr key={index}>
              <td className={NUMBER} data-n={index + 2} />
              {places.map(at => (
                <td key={at} className={`${CELL} ${emptiness(row[at])}`}>
                  <Field>{row[at] ?? ''}</Field>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where a row has no such field, which is not the same as an empty one. */
const emptiness = (field: string | undefined): string => (field === undefined ? 'bg-hover' : '')

function Field({ children }: { children: string }) {
  const t = useTranslations('text.folded')
  const shown = children.slice(0, FIELD_CHARS).toWellFormed()
  return (
    <div dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      <VisibleText>{children.length > FIELD_CHARS ? shown : children}</VisibleText>
      {children.length > FIELD_CHARS && (
        <span className="text-quiet"> … {t('hidden', { count: children.length - shown.length })}</span>
      )}
    </div>
  )
}
