'use client'

import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { isComposing } from '@/lib/client/decisions/key-aim'
import { useEditorChoice } from '@/lib/client/page/editor-choice'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { fileNameIn, isFileText } from '@/lib/client/text/file-change'
import type { Preview } from '@/lib/domain/call/preview'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { JsonNode } from '@/lib/text/json/json-tree'
import { PlainOrCode } from './lazy-code-field'

type Props = {
  id: string
  name: string
  /** The text itself, line breaks as they are. */
  value: string
  /** Whether it is an argument itself, and not a part of one. */
  isTop: boolean
  isFocused: boolean
  args: JsonNode
  preview: Preview | undefined
  put: (raw: string) => void
}

const GROWING = `${CODE_FIELD} field-sizing-content max-h-[30dvh] resize-y`

/** The field for a text, by what the text is: of a file, a command, or any. A one-line field would hide line breaks. */
export function TextField({ id, name, value, isTop, isFocused, args, preview, put }: Props) {
  // What has become an editor stays one, whatever is left in it.
  const [isFile] = useState(() => isTop && isFileText(preview, name, value))
  const [isCode, setIsCode] = useEditorChoice('code')
  const write = (edited: string): void => put(JSON.stringify(mergeFieldText(value, edited)))
  const area = {
    id,
    dir: 'auto',
    autoFocus: isFocused,
    rows: 1,
    spellCheck: false,
    autoCapitalize: 'off',
    value: toFieldText(value),
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => write(target.value),
  }
  if (isFile) {
    const height = 'field-sizing-content max-h-[34dvh] min-h-18 resize-y'
    return (
      <div className="min-w-0">
        <PlainOrCode
          isCode={isCode}
          setIsCode={setIsCode}
          plain={<textarea {...area} className={`${CODE_FIELD} ${height}`} />}
          code={{
            name: withVisibleEscapes(name),
            language: fileNameIn(args),
            value: area.value,
            onChange: write,
          }}
        />
      </div>
    )
  }
  if (!isTop || !preview?.command || name !== 'command') return <textarea {...area} className={GROWING} />
  // Enter breaks only a command that has several lines already; Shift and Enter break any.
  const press = (event: KeyboardEvent): void => {
    const isBreak = event.shiftKey || value.includes('\n') || isComposing(event)
    if (event.key === 'Enter' && !isBreak) event.preventDefault()
  }
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="absolute top-1.5 left-2.5 font-mono text-quiet text-small touch:top-3"
      >
        $
      </span>
      <textarea {...area} className={`${GROWING} ps-6`} onKeyDown={press} />
    </div>
  )
}
