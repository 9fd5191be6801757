import { lazy, Suspense, useRef, useState } from 'react'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import type { CodeFieldProps } from './code-field'

/** Code as plain text: until the editor comes, where it does not, as without a network, and for a long text. */
function PlainField({ value, onChange, name, isTall = false, isFocused = false, caret }: CodeFieldProps) {
  // A long text is the field's own: to write all of it back at every key takes the browser longer than the key.
  const [isLarge] = useState(value.length > LARGE_CHARS)
  const height = isTall ? 'max-h-[70dvh] min-h-[40dvh]' : 'max-h-[40dvh] min-h-18'
  return (
    <textarea
      ref={field => () => {
        if (caret) caret.current = document.activeElement === field ? (field?.selectionEnd ?? null) : null
      }}
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

const LazyCodeField = lazy(() =>
  import('./code-field').then(
    ({ CodeField }) => ({ default: CodeField }),
    () => ({ default: PlainField }),
  ),
)

/** A text in the code editor. */
export function CodeArea(props: CodeFieldProps) {
  const [isLarge] = useState(props.value.length > LARGE_CHARS)
  const caret = useRef<number>(null)
  const plain = <PlainField {...props} caret={caret} />
  return isLarge ? (
    plain
  ) : (
    <Suspense fallback={plain}>
      <LazyCodeField {...props} caret={caret} />
    </Suspense>
  )
}
