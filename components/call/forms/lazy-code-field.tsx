import { lazy } from 'react'
import { CODE_FIELD } from '@/components/ui/further-looks'
import type { CodeFieldProps } from './text-controls'

/** Where the editor does not come, as without a network, the same text is edited plainly. */
const PlainInstead = ({ value, onChange, onLeave, name, isTall = false }: CodeFieldProps) => (
  <textarea
    aria-label={name}
    className={`${CODE_FIELD} field-sizing-content ${isTall ? 'max-h-[70dvh] min-h-[40dvh]' : 'max-h-[34dvh] min-h-28'} resize-y`}
    spellCheck={false}
    autoCapitalize="off"
    value={value}
    onChange={event => onChange(event.target.value)}
    onKeyDown={event => event.key === 'Escape' && onLeave?.()}
  />
)

export const LazyCodeField = lazy(() =>
  import('./code-field').then(
    ({ CodeField }) => ({ default: CodeField }),
    () => ({ default: PlainInstead }),
  ),
)
