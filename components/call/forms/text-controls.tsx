'use client'

import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { isComposing } from '@/lib/client/decisions/key-aim'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { addressParts } from '@/lib/client/text/file-change'

type Props = {
  id: string
  /** The text itself, line breaks as they are. */
  value: string
  isFocused: boolean
  write: (text: string) => void
}

const GROWING = `${CODE_FIELD} field-sizing-content max-h-[30dvh] resize-y`

type AreaProps = Props & { className?: string; onKeyDown?: (event: KeyboardEvent) => void }

/** Always a textarea: a one-line field would hide line breaks. */
function TextArea({ id, value, isFocused, write, className = GROWING, onKeyDown }: AreaProps) {
  return (
    <textarea
      id={id}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the editor opens because somebody asked for it
      autoFocus={isFocused}
      className={className}
      rows={1}
      spellCheck={false}
      autoCapitalize="off"
      value={toFieldText(value)}
      onChange={event => write(mergeFieldText(value, event.target.value))}
      onKeyDown={onKeyDown}
    />
  )
}

export const TextControl = (props: Props) => <TextArea {...props} />

/** Text of a file, as long as it is. */
export const FileTextArea = (props: Props) => (
  <TextArea {...props} className={`${CODE_FIELD} field-sizing-content max-h-[34dvh] min-h-18 resize-y`} />
)

/** One line that grows. Enter breaks only a command that has several lines already; Shift and Enter break any. */
export function CommandControl(props: Props) {
  const press = (event: KeyboardEvent): void => {
    const isBreak = event.shiftKey || props.value.includes('\n') || isComposing(event)
    if (event.key === 'Enter' && !isBreak) event.preventDefault()
  }
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="absolute top-1.5 left-2.5 font-mono text-quiet text-small touch:top-3"
      >
        $
      </span>
      <TextArea {...props} className={`${GROWING} ps-6`} onKeyDown={press} />
    </div>
  )
}

/** An address with its parts, as they are read: the host as it is looked up, the query without its escapes. */
export function UrlControl(props: Props) {
  const t = useTranslations('call.argumentsForm')
  const parts = addressParts(props.value)
  return (
    <>
      <TextArea {...props} />
      {parts === null && <p className="text-quiet text-small">{t('noAddress')}</p>}
      {parts && (
        <dl aria-label={t('address')} className="grid grid-cols-[auto_1fr] gap-x-3 text-small">
          {parts.map(({ name, text }) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{t(`part.${name}`)}</dt>
              <dd
                className={`whitespace-pre-wrap wrap-anywhere font-mono ${name === 'host' ? 'font-semibold' : ''}`}
              >
                <VisibleText>{text}</VisibleText>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
