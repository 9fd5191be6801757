import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { isComposing } from '@/lib/client/decisions/key-aim'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { fileNameIn, isFileText } from '@/lib/client/text/file-change'
import type { Preview } from '@/lib/domain/call/preview'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { JsonNode } from '@/lib/text/json/json-tree'
import { CodeArea } from './lazy-code-field'

/** What is known of the field for an argument, or for a part of one. */
export type ControlProps = {
  id: string
  name: string
  node: JsonNode | undefined
  raw: string | undefined
  /** What kind of text it is, by its schema. */
  format: unknown
  /** Whether it is an argument itself, and not a part of one. */
  isTop: boolean
  /** Whether it takes the focus when it appears. */
  isFocused: boolean
  args: JsonNode
  preview: Preview | undefined
  put: (raw: string) => void
}

/** `value`: the text itself, line breaks as they are. */
type Props = ControlProps & { value: string }

const GROWING = `${CODE_FIELD} field-sizing-content max-h-[30dvh] resize-y`

const PROMPT =
  "relative before:absolute before:top-1.5 before:left-2.5 before:font-mono before:text-quiet before:text-small before:content-['$'] touch:before:top-3"

/** The field for a text, by what the text is: of a file, a command, or any. A one-line field would hide line breaks. */
export function TextField({ id, name, value, isTop, isFocused, ...props }: Props) {
  const { args, preview, format, put } = props
  // What has become an editor stays one, whatever is left in it.
  const [isFile] = useState(() => isTop && isFileText(preview, name, value))
  const [type] = useState(() => nativeType(format, value))
  const write = (edited: string): void => put(JSON.stringify(mergeFieldText(value, edited)))
  if (isFile) {
    const code = { value: toFieldText(value), onChange: write, isFocused, language: fileNameIn(args) }
    return <CodeArea {...code} name={withVisibleEscapes(name)} />
  }
  if (type) {
    const isTime = type === 'datetime-local'
    const change = ({ target }: ChangeEvent<HTMLInputElement>): void =>
      put(JSON.stringify(isTime && target.value ? instantOf(target.value) : target.value))
    const native = { id, type, autoFocus: isFocused, step: isTime ? 1 : undefined }
    const content = isTime ? localTime(value) : value
    return <input {...native} className={CODE_FIELD} value={content} onChange={change} />
  }
  const isCommand = isTop && preview?.command !== undefined && name === 'command'
  // Enter breaks only a command that has several lines already; Shift and Enter break any.
  const press = (event: KeyboardEvent): void => {
    const isBreak = event.shiftKey || value.includes('\n') || isComposing(event)
    if (isCommand && event.key === 'Enter' && !isBreak) event.preventDefault()
  }
  return (
    <div className={isCommand ? PROMPT : 'contents'}>
      <textarea
        id={id}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened this form
        autoFocus={isFocused}
        className={`${GROWING} ${isCommand ? 'ps-6' : ''}`}
        rows={1}
        spellCheck={false}
        autoCapitalize="off"
        value={toFieldText(value)}
        onKeyDown={press}
        onChange={({ target }) => write(target.value)}
      />
    </div>
  )
}

/** The field that browsers have for a format, where it holds the value to the character. */
function nativeType(format: unknown, value: string): string | undefined {
  const isPlain = /^[!-~]*$/.test(value)
  if (format === 'email' && isPlain) return 'email'
  if (format === 'uri' && isPlain) return 'url'
  if (format === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(value)) return 'date'
  return format === 'date-time' && /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$/.test(value)
    ? 'datetime-local'
    : undefined
}

const instantOf = (local: string): string => new Date(local).toISOString().replace('.000Z', 'Z')

/** An instant as a clock here shows it; nothing for what is no instant. */
function localTime(value: string): string {
  const at = new Date(value)
  const local = at.getTime() - at.getTimezoneOffset() * 60_000
  return Number.isNaN(local) ? '' : new Date(local).toISOString().slice(0, 19)
}
