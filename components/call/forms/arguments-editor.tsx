'use client'

import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Tabs } from '@/components/ui/tabs'
import { useEditorChoice } from '@/lib/client/page/editor-choice'
import { LARGE_CHARS, mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { visiblePieces } from '@/lib/text/hidden-characters'
import { ArgumentsForm, fitsForm } from './arguments-form'
import { PlainField, PlainOrCode } from './lazy-code-field'

type Props = {
  /** The text before any change. */
  original: string
  text: string
  schema: JsonSchema
  /** What a Call would do with the text before any change: it says what kind of text its arguments are. */
  preview?: Preview | undefined
  onChange: (text: string) => void
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
  /** Which view it opens with, where it is not the one that was chosen the last time. */
  first?: View
}

type View = 'form' | 'json'

/** Edits arguments as a form or as JSON: two views of one text, which is what counts. */
export function ArgumentsEditor({ text, schema, onChange, isFocused = true, first, ...rest }: Props) {
  const t = useTranslations('call.argumentsEditor')
  const [isJson, setJson] = useEditorChoice('json')
  const [view, setView] = useState<View>(() => first ?? (isJson || !fitsForm(text, schema) ? 'json' : 'form'))
  const [wasChosen, setWasChosen] = useState(false)
  const tabs = [
    { id: 'form', name: t('form') },
    { id: 'json', name: t('json') },
  ]
  const choose = (id: string): void => {
    setView(id === 'form' ? 'form' : 'json')
    setWasChosen(true)
    if (first === undefined) setJson(id === 'json')
  }
  return (
    <div className="flex flex-col gap-2">
      <Tabs variant="form" label={t('views')} tabs={tabs} value={view} onChoose={choose}>
        {view === 'form' ? (
          <ArgumentsForm
            text={text}
            schema={schema}
            onChange={onChange}
            isFocused={isFocused && !wasChosen}
            preview={rest.preview}
          />
        ) : (
          <JsonView
            text={text}
            onChange={onChange}
            isFocused={isFocused && !wasChosen}
            original={rest.original}
          />
        )}
      </Tabs>
      <HiddenCharacters text={text} />
    </div>
  )
}

type JsonViewProps = Pick<Props, 'original' | 'text' | 'onChange'> & { isFocused: boolean }

function JsonView({ original, text, onChange, isFocused }: JsonViewProps) {
  const t = useTranslations('call.argumentsField')
  const [isCode, setIsCode] = useState(false)
  const change = (edited: string): void =>
    onChange(edited === toFieldText(original) ? original : mergeFieldText(text, edited))
  const field = { name: t('name'), language: 'json', value: toFieldText(text), onChange: change }
  return (
    <PlainOrCode
      isCode={isCode}
      setIsCode={setIsCode}
      plain={<PlainField {...field} isFocused={isFocused || isCode} />}
      code={field}
    />
  )
}

/** Lists the characters that a field does not show. */
function HiddenCharacters({ text }: { text: string }) {
  const t = useTranslations('call.argumentsField')
  // A key never waits for it; and a long text would take too long.
  const last = useDeferredValue(text.length > LARGE_CHARS ? '' : text)
  const hidden = useMemo(
    () => new Set(visiblePieces(last).flatMap(({ text, hidden }) => (hidden ? [text] : []))),
    [last],
  )
  if (hidden.size === 0) return null
  return (
    <p className="text-small">
      {t('hidden')} <span className="font-mono">{[...hidden].slice(0, 50).join(' ')}</span>
    </p>
  )
}
