'use client'

import type { KeyboardEvent } from 'react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { Tabs } from '@/components/ui/tabs'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { visiblePieces } from '@/lib/text/hidden-characters'
import type { FieldProps } from './code-field'

const ArgumentsForm = lazy(() =>
  import('./arguments-form').then(module => ({ default: module.ArgumentsForm })),
)
const CodeField = lazy(() => import('./code-field').then(module => ({ default: module.CodeField })))

type Props = {
  /** The text before any change. */
  original: string
  text: string
  schema: JsonSchema
  onChange: (text: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
  /** Which view it opens with. */
  first?: View
}

type View = 'form' | 'json'

/** Edits arguments as a form or as JSON: two views of one text, which is what counts. */
export function ArgumentsEditor({
  text,
  schema,
  onChange,
  isFocused = true,
  first = 'json',
  ...rest
}: Props) {
  const t = useTranslations('call.argumentsEditor')
  const [view, setView] = useState<View>(first)
  const [wasChosen, setWasChosen] = useState(false)
  const tabs = [
    { id: 'form', name: t('form') },
    { id: 'json', name: t('json') },
  ]
  const choose = (id: string): void => {
    setView(id === 'form' ? 'form' : 'json')
    setWasChosen(true)
  }
  return (
    <div className="flex flex-col gap-2">
      <Tabs look="form" label={t('views')} tabs={tabs} value={view} onChoose={choose}>
        {view === 'form' ? (
          <Suspense fallback={<p className="text-quiet text-small">{t('loading')}</p>}>
            <ArgumentsForm {...{ text, schema, onChange }} />
          </Suspense>
        ) : (
          <JsonView {...rest} {...{ text, onChange }} isFocused={isFocused && !wasChosen} />
        )}
      </Tabs>
      <HiddenCharacters text={text} />
    </div>
  )
}

type JsonViewProps = Omit<Props, 'schema' | 'isFocused' | 'first'> & { isFocused: boolean }

function JsonView({ original, text, onChange, onLeave, isFocused }: JsonViewProps) {
  const t = useTranslations('call.argumentsEditor')
  const [isCode, setIsCode] = useState(false)
  const value = toFieldText(text)
  const change = (edited: string): void =>
    onChange(edited === toFieldText(original) ? original : mergeFieldText(text, edited))
  const field = <ArgumentsField {...{ value, onLeave }} isFocused={isFocused || isCode} onChange={change} />
  return (
    <>
      <div className="flex justify-end">
        <Button look="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
          {isCode ? t('plain') : t('code')}
        </Button>
      </div>
      {isCode ? (
        <Suspense fallback={field}>
          <CodeField {...{ value, onLeave }} onChange={change} />
        </Suspense>
      ) : (
        field
      )}
    </>
  )
}

/** Lists the characters that a field does not show. */
function HiddenCharacters({ text }: { text: string }) {
  const t = useTranslations('call.argumentsField')
  const deferred = useDeferredValue(text)
  const hidden = useMemo(
    () => [...new Set(visiblePieces(deferred).flatMap(piece => (piece.hidden ? [piece.text] : [])))],
    [deferred],
  )
  if (hidden.length === 0) return null
  return (
    <p className="text-small">
      {t('hidden')} <span className="font-mono">{hidden.slice(0, 50).join(' ')}</span>
    </p>
  )
}

/** The field is not sized to a longer text: measuring it at each key would be slow. */
const MOST_SIZED = 50_000

function ArgumentsField({ value, isFocused, onChange, onLeave }: FieldProps & { isFocused: boolean }) {
  const t = useTranslations('call.argumentsField')
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave?.()
  }
  const size = value.length > MOST_SIZED ? 'h-[40dvh]' : 'field-sizing-content max-h-[40dvh] min-h-18'
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the editor opens because somebody asked for it
      autoFocus={isFocused}
      aria-label={t('name')}
      className={`${CODE_FIELD} resize-y ${size}`}
      rows={3}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      value={value}
      onChange={event => onChange(event.target.value)}
      onKeyDown={leave}
    />
  )
}
