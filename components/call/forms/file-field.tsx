'use client'

import { type ComponentType, lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { useEditorChoice } from '@/lib/client/page/editor-choice'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { fileAfter, fileNameIn, type LiveChange } from '@/lib/client/text/file-change'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonNode } from '@/lib/json/json-tree'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { PlainOrCode } from './lazy-code-field'
import { FileTextArea } from './text-controls'

/** The review shows the same: where it does not come, as without a network, nothing is missed. */
const LiveDiff = lazy<ComponentType<{ change: LiveChange }>>(() =>
  import('./live-diff').then(
    ({ LiveDiff }) => ({ default: LiveDiff }),
    () => ({ default: () => null }),
  ),
)

type Props = {
  id: string
  /** The argument. */
  name: string
  value: string
  preview: Preview | undefined
  args: JsonNode
  isFocused: boolean
  write: (text: string) => void
}

/** Text of a file, with what it changes in the file as it is now beside it, or below where there is no room. */
export function FileField({ preview, args, ...field }: Props) {
  const deferred = useDeferredValue(args)
  const change = useMemo(() => fileAfter(preview, deferred), [preview, deferred])
  // What is replaced changes nothing by itself: the diff stands beside what takes its place.
  if (!change || field.name === 'old') return <FileText {...field} fileName={fileNameIn(args)} />
  return (
    <div className="@container">
      <div className="grid gap-2 @2xl:grid-cols-2">
        <FileText {...field} fileName={fileNameIn(args)} />
        <Suspense>
          <LiveDiff change={change} />
        </Suspense>
      </div>
    </div>
  )
}

type TextProps = Omit<Props, 'preview' | 'args'> & { fileName: string }

function FileText({ name, fileName, ...field }: TextProps) {
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
          language: fileName,
          value: toFieldText(value),
          onChange: edited => write(mergeFieldText(value, edited)),
        }}
      />
    </div>
  )
}
