'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { asFieldText, keptBytes } from '@/lib/client/kept-bytes'
import type { FieldKind } from '@/lib/domain/field-kind'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { JsonNode } from '@/lib/domain/json-tree'
import type { JsonSchema } from '@/lib/domain/tool'
import { RawField } from './raw-field'
import type { Within } from './within'

type Props = Within & {
  schema: JsonSchema
  node: JsonNode | undefined
  path: string[]
  kind: FieldKind
}

/** One argument, under its own name. */
export function ValueField({ schema, node, path, kind, text, set }: Props) {
  const t = useTranslations('call.argumentsForm')
  const id = useId()
  const raw = node && text.slice(node.start, node.end)
  const put = (changed: string | undefined): void => set(path, changed)
  const key = path.at(-1) ?? ''
  const { description } = schema
  return (
    <div className="value-field">
      <div className="flex items-baseline gap-3">
        <label htmlFor={id} className="form-label font-mono">
          <VisibleText isLine>{key}</VisibleText>
        </label>
        {node ? (
          <Button
            look="quiet"
            aria-label={t('leaveOutNamed', { name: withVisibleEscapes(key) })}
            onClick={() => put(undefined)}
          >
            {t('leaveOut')}
          </Button>
        ) : (
          <span className="text-quiet text-small">{t('absent')}</span>
        )}
      </div>
      <Control {...{ id, kind, node, raw, put }} />
      {typeof description === 'string' && (
        <p className="text-quiet text-small">
          <VisibleText>{description}</VisibleText>
        </p>
      )}
    </div>
  )
}

type ControlProps = {
  id: string
  kind: FieldKind
  node: JsonNode | undefined
  raw: string | undefined
  put: (raw: string) => void
}

function Control({ id, kind, node, raw, put }: ControlProps) {
  const value = node?.kind === 'scalar' ? node.value : undefined
  switch (kind.kind) {
    case 'text':
      return <TextControl {...{ id, put }} value={typeof value === 'string' ? value : ''} />
    case 'boolean':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={event => put(String(event.target.checked))}
        />
      )
    case 'choice':
      return <ChoiceControl {...{ id, raw, put }} choices={kind.choices} />
    default:
      return <RawField key={kind.kind} {...{ id, raw, put }} isNumber={kind.kind === 'number'} />
  }
}

/** A text of any number of lines: a field of one line would hide its line breaks. */
const TextControl = ({ id, value, put }: Pick<ControlProps, 'id' | 'put'> & { value: string }) => (
  <textarea
    id={id}
    className="field code field-sizing-content max-h-[30dvh] resize-y"
    rows={1}
    spellCheck={false}
    autoCapitalize="off"
    value={asFieldText(value)}
    onChange={event => put(JSON.stringify(keptBytes(value, event.target.value)))}
  />
)

type ChoiceProps = Pick<ControlProps, 'id' | 'raw' | 'put'> & { choices: unknown[] }

function ChoiceControl({ id, raw, put, choices }: ChoiceProps) {
  const texts = choices.map(choice => JSON.stringify(choice))
  const isOther = raw === undefined || !texts.includes(raw)
  return (
    <select id={id} className="field code" value={raw ?? ''} onChange={event => put(event.target.value)}>
      {isOther && <option value={raw ?? ''}>{raw ?? ''}</option>}
      {choices.map((choice, index) => (
        <option key={texts[index]} value={texts[index]}>
          {typeof choice === 'string' ? choice : texts[index]}
        </option>
      ))}
    </select>
  )
}
