'use client'

import { useEditorChoice } from '@/lib/client/page/editor-choice'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { fileNameIn } from '@/lib/client/text/file-change'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { JsonNode } from '@/lib/text/json/json-tree'
import { PlainOrCode } from './lazy-code-field'
import { FileTextArea } from './text-controls'

type Props = {
  id: string
  /** The argument. */
  name: string
  value: string
  args: JsonNode
  isFocused: boolean
  write: (text: string) => void
}

/** Text of a file, plainly or in an editor for code. */
export function FileField({ name, args, ...field }: Props) {
  const [isCode, setIsCode] = useEditorChoice('code')
  const { value, write } = field
  return (
    <div className="min-w-0">
      <PlainOrCode
        isCode={isCode}
        setIsCode={setIsCode}
        plain={<FileTextArea {...field} />}
        code={{
          name: withVisibleEscapes(name),
          language: fileNameIn(args),
          value: toFieldText(value),
          onChange: edited => write(mergeFieldText(value, edited)),
        }}
      />
    </div>
  )
}
