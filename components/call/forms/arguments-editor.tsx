'use client'

import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Tabs } from '@/components/ui/tabs'
import { storedText, storeText } from '@/lib/client/page/browser-storage'
import { LARGE_CHARS, mergeJsonField, toJsonField } from '@/lib/client/text/field-text'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { visiblePieces } from '@/lib/text/hidden-characters'
import { ArgumentsForm, fitsForm } from './arguments-form'
import { CodeArea } from './lazy-code-field'

type Props = {
  text: string
  schema: JsonSchema
  /** What a Call would do with the text before any change: it says what kind of text its arguments are. */
  preview?: Preview | undefined
  onChange: (text: string) => void
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
  /** The tool for which the browser remembers the view; without one it is the form. */
  tool?: string
}

type View = 'form' | 'json'

/** Edits arguments as a form or as JSON: two views of one text, which is what counts. */
export function ArgumentsEditor({ text, schema, preview, onChange, isFocused = true, tool }: Props) {
  const t = useTranslations('call.argumentsEditor')
  const [view, setView] = useState<View>(() => firstView(tool, fitsForm(text, schema)))
  const [wasChosen, setWasChosen] = useState(false)
  const tabs = [
    { id: 'form', name: t('form') },
    { id: 'json', name: t('json') },
  ]
  const choose = (id: string): void => {
    setView(id === 'form' ? 'form' : 'json')
    setWasChosen(true)
    if (tool !== undefined) storeText(viewKey(tool), id)
  }
  const props = { text, onChange, isFocused: isFocused && !wasChosen }
  return (
    <div className="flex flex-col gap-2">
      <Tabs variant="form" label={t('views')} tabs={tabs} value={view} onChoose={choose}>
        {view === 'form' ? (
          <ArgumentsForm {...props} schema={schema} preview={preview} />
        ) : (
          <JsonView {...props} />
        )}
      </Tabs>
      <HiddenCharacters text={text} />
    </div>
  )
}

const viewKey = (tool: string): string => `view of ${tool}`

function firstView(tool: string | undefined, fits: boolean): View {
  if (tool === undefined) return 'form'
  return storedText(viewKey(tool)) === 'json' || !fits ? 'json' : 'form'
}

/** What is written is merged into the text that the view began with, so that what is not touched keeps its spaces. */
function JsonView({ text, onChange, isFocused }: Pick<Props, 'text' | 'onChange'> & { isFocused: boolean }) {
  const t = useTranslations('call.argumentsField')
  const [start] = useState(text)
  const [value, setValue] = useState(() => toJsonField(text))
  const change = (edited: string): void => {
    setValue(edited)
    onChange(mergeJsonField(start, edited))
  }
  return <CodeArea name={t('name')} language="json" value={value} onChange={change} isFocused={isFocused} />
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
