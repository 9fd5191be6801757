'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type JsonNode, readJsonTree } from '@/lib/domain/json-tree'
import { patchJsonText } from '@/lib/domain/patch-json-text'
import type { JsonSchema } from '@/lib/domain/tool'
import { FieldGroup } from './field-group'

/** A longer text is read anew at each key for too long. */
const FORM_CHARS = 500_000

type Props = { text: string; schema: JsonSchema; onChange: (text: string) => void }

/** Arguments as fields. A change of a field changes that value's text within the text, and no other character. */
export function ArgumentsForm({ text, schema, onChange }: Props) {
  const t = useTranslations('call.argumentsForm')
  const [isRefused, setIsRefused] = useState(false)
  const isLong = text.length > FORM_CHARS
  const tree = useMemo(() => (isLong ? null : readJsonTree(text)), [text, isLong])
  const set = (path: string[], raw: string | undefined): void => {
    const patched = patchJsonText(text, path, raw)
    setIsRefused(patched === null)
    if (patched !== null) onChange(patched)
  }
  if (!isObject(tree)) return <p className="remark">{isLong ? t('long') : t('unsound')}</p>
  return (
    <div className="arguments-form">
      <FieldGroup {...{ text, schema, set }} root={schema} node={tree} path={[]} />
      {isRefused && (
        <p role="alert" className="alert">
          {t('refused')}
        </p>
      )}
    </div>
  )
}

const isObject = (node: JsonNode | null): node is JsonNode & { kind: 'object' } => node?.kind === 'object'
