'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { REMARK } from '@/components/ui/looks'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import { mainField, mainFirst } from '@/lib/client/text/file-change'
import { fieldKind, fieldsOf, resolveSchema } from '@/lib/domain/call/field-kind'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { type JsonNode, readJsonTree } from '@/lib/text/json/json-tree'
import { patchJsonText } from '@/lib/text/json/patch-json-text'
import type { FieldContext } from './value-field'
import { ValueField } from './value-field'

type Props = {
  text: string
  schema: JsonSchema
  preview?: Preview | undefined
  onChange: (text: string) => void
  isFocused: boolean
}

/** Arguments as fields. A field changes the text of its own value, and no other character. */
export function ArgumentsForm({ text, schema, preview, onChange, isFocused }: Props) {
  const t = useTranslations('call.argumentsForm')
  const [isRefused, setIsRefused] = useState(false)
  const isLong = text.length > LARGE_CHARS
  const tree = useMemo(() => (isLong ? null : readJsonTree(text)), [text, isLong])
  const set = (path: string[], raw: string | undefined): void => {
    const patched = patchJsonText(text, path, raw)
    setIsRefused(patched === null)
    if (patched !== null) onChange(patched)
  }
  if (!isObject(tree)) return <p className={REMARK}>{isLong ? t('long') : t('unsound')}</p>
  const main = isFocused ? mainField(preview, namesIn(tree, schema)) : undefined
  return (
    <div className="flex flex-col gap-3">
      <FieldGroup
        text={text}
        schema={schema}
        set={set}
        preview={preview}
        main={main}
        root={schema}
        args={tree}
        node={tree}
        path={[]}
      />
      {isRefused && <Alert>{t('refused')}</Alert>}
    </div>
  )
}

const isObject = (node: JsonNode | null): node is JsonNode & { kind: 'object' } => node?.kind === 'object'

const namesIn = (tree: JsonNode & { kind: 'object' }, schema: JsonSchema): string[] =>
  fieldsOf(
    resolveSchema(schema, schema),
    tree.entries.map(({ key }) => key),
  ).map(([key]) => key)

/** Whether a form shows arguments whole, and has a field to show. */
export function fitsForm(text: string, schema: JsonSchema): boolean {
  const tree = text.length > LARGE_CHARS ? null : readJsonTree(text)
  return isObject(tree) && namesIn(tree, schema).length > 0
}

type FieldGroupProps = FieldContext & { schema: JsonSchema; node: JsonNode | undefined; path: string[] }

/** The fields of an object, which stay in their places when one of them gets a value or loses it. */
function FieldGroup({ schema, node, path, ...context }: FieldGroupProps) {
  const entries = node?.kind === 'object' ? node.entries : []
  const fields = fieldsOf(
    resolveSchema(schema, context.root),
    entries.map(({ key }) => key),
  )
  const ordered = path.length === 0 ? mainFirst(context.preview, fields) : fields
  return ordered.map(([key, own]) => {
    const value = entries.find(entry => entry.key === key)?.value
    const resolved = resolveSchema(own, context.root)
    const kind = fieldKind(resolved, value)
    const field = { ...context, schema: resolved, node: value, path: [...path, key] }
    if (kind.kind !== 'group' || path.length > 20) return <ValueField key={key} {...field} kind={kind} />
    return (
      <fieldset key={key} className="flex flex-col gap-2 border-hairline border-l pl-3">
        <legend className="font-mono font-semibold text-small">
          <VisibleText isLine>{key}</VisibleText>
        </legend>
        <FieldGroup {...field} />
      </fieldset>
    )
  })
}
