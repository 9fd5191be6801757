'use client'

import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Tabs } from '@/components/ui/tabs'
import { asFieldText, keptBytes } from '@/lib/client/kept-bytes'
import type { JsonSchema } from '@/lib/domain/tool'
import { ArgumentsField } from './arguments-field'
import { HiddenCharacters } from './hidden-characters'

const ArgumentsForm = lazy(() => import('./arguments-form').then(found => ({ default: found.ArgumentsForm })))
const CodeField = lazy(() => import('./code-field').then(found => ({ default: found.CodeField })))

type Props = {
  /** The text before any change, and as it is now. */
  original: string
  text: string
  schema: JsonSchema
  onChange: (text: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
}

type View = 'form' | 'json'

/** Arguments in the making, as a form or as JSON: two views of one text, which is what counts. */
export function ArgumentsEditor({ text, schema, onChange, isFocused = true, ...rest }: Props) {
  const t = useTranslations('call.argumentsEditor')
  const [view, setView] = useState<View>('json')
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
    <div className="arguments-editor">
      <Tabs label={t('views')} tabs={tabs} chosen={view} onChoose={choose}>
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

type JsonViewProps = Omit<Props, 'schema' | 'isFocused'> & { isFocused: boolean }

function JsonView({ original, text, onChange, onLeave, isFocused }: JsonViewProps) {
  const t = useTranslations('call.argumentsEditor')
  const [isCode, setIsCode] = useState(false)
  const shown = asFieldText(text)
  const change = (edited: string): void =>
    onChange(edited === asFieldText(original) ? original : keptBytes(text, edited))
  const field = <ArgumentsField {...{ shown, onLeave }} isFocused={isFocused || isCode} onChange={change} />
  return (
    <>
      <div className="arguments-ways">
        <Button look="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
          {isCode ? t('plain') : t('code')}
        </Button>
      </div>
      {isCode ? (
        <Suspense fallback={field}>
          <CodeField {...{ shown, onLeave }} onChange={change} />
        </Suspense>
      ) : (
        field
      )}
    </>
  )
}
