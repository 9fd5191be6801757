import { useMemo } from 'react'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import { indentedJson, type JsonNode, readJsonTree } from '@/lib/text/json/json-tree'

/** More are read as the text that they are. */
const MOST_ROWS = 200

/** Arguments by their names, each whole; the text itself where it is no object that can be read so. */
export function ArgumentsTable({ text }: { text: string }) {
  const tree = useMemo(() => (text.length > LARGE_CHARS ? null : readJsonTree(text)), [text])
  const entries = tree?.kind === 'object' ? tree.entries : []
  if (entries.length === 0 || entries.length > MOST_ROWS)
    return (
      <div className="px-2.5 py-1">
        <CodeText>{text}</CodeText>
      </div>
    )
  return (
    <table className="w-full">
      <tbody>
        {entries.map(({ key, value }) => (
          <tr key={key} className="border-hairline align-top [tr+&]:border-t">
            <th
              scope="row"
              className="py-1 pr-4 pl-2.5 text-left font-mono font-normal text-quiet text-small"
            >
              <VisibleText isLine>{key}</VisibleText>
            </th>
            <td className="w-full py-1 pr-2.5 wrap-anywhere">
              <CodeText>{valueText(text.slice(value.start, value.end), value)}</CodeText>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A text without its quotes, unless it could be taken for another value then; anything else as it is written. */
function valueText(raw: string, node: JsonNode): string {
  if (node.kind !== 'scalar') return indentedJson(raw)
  const { value } = node
  return typeof value === 'string' && value.trim() === value && value !== '' && !readJsonTree(value)
    ? value
    : raw
}
