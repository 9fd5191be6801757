import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import type { CodeFieldProps } from './code-field'

type PlainProps = Omit<CodeFieldProps, 'language'> & { isFocused?: boolean }

/** Code as plain text: where the editor is not wanted, or does not come, as without a network. */
export function PlainField({ value, onChange, name, isTall = false, isFocused = false }: PlainProps) {
  // A long text is the field's own: to write all of it back at every key takes the browser longer than the key.
  const [isLarge] = useState(value.length > LARGE_CHARS)
  const height = isTall ? 'max-h-[70dvh] min-h-[40dvh]' : 'max-h-[40dvh] min-h-18'
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the editor opens because somebody asked for it
      autoFocus={isFocused}
      aria-label={name}
      className={`${CODE_FIELD} resize-y ${isLarge ? 'h-[40dvh] contain-strict' : `field-sizing-content ${height}`}`}
      rows={3}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      {...(isLarge ? { defaultValue: value } : { value })}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** The code editor, or a plain field where it does not come. */
export const LazyCodeField = lazy(() =>
  import('./code-field').then(
    ({ CodeField }) => ({ default: CodeField }),
    () => ({ default: PlainField }),
  ),
)

type Props = {
  isCode: boolean
  setIsCode: (isCode: boolean) => void
  /** The same text in a plain field. */
  plain: ReactNode
  code: CodeFieldProps
}

/** A text in a plain field or in the code editor, and the button that leads to the other. */
export function PlainOrCode({ isCode, setIsCode, plain, code }: Props) {
  const t = useTranslations('call.argumentsEditor')
  return (
    <>
      <div className="flex justify-end">
        <Button variant="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
          {isCode ? t('plain') : t('code')}
        </Button>
      </div>
      {isCode ? (
        <Suspense fallback={plain}>
          <LazyCodeField {...code} />
        </Suspense>
      ) : (
        plain
      )}
    </>
  )
}
