import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { isLeaving } from '@/lib/client/decisions/key-aim'
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
    onKeyDown={event => isLeaving(event) && onLeave?.()}
  />
)

/** The code editor, or a plain field where it does not come. */
export const LazyCodeField = lazy(() =>
  import('./code-field').then(
    ({ CodeField }) => ({ default: CodeField }),
    () => ({ default: PlainInstead }),
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
        <Button look="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
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
