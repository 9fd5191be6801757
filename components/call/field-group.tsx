'use client'

import { VisibleText } from '@/components/text/visible-text'
import { fieldKind, propertiesOf, resolved } from '@/lib/domain/field-kind'
import type { JsonNode } from '@/lib/domain/json-tree'
import type { JsonSchema } from '@/lib/domain/tool'
import { ValueField } from './value-field'
import type { Within } from './within'

type Props = Within & { schema: JsonSchema; node: JsonNode | undefined; path: string[] }

/** The fields of an object: what stands there, in its order; then what else its schema names. */
export function FieldGroup({ schema, node, path, ...within }: Props) {
  const named = new Map(propertiesOf(resolved(schema, within.root)))
  const entries = node?.kind === 'object' ? node.entries : []
  const given = entries.map(({ key }): [string, JsonSchema] => [key, named.get(key) ?? {}])
  const absent = [...named].filter(([name]) => !entries.some(({ key }) => key === name))
  return [...given, ...absent].map(([key, own]) => {
    const value = entries.find(entry => entry.key === key)?.value
    const found = resolved(own, within.root)
    const kind = fieldKind(found, value)
    const field = { ...within, schema: found, node: value, path: [...path, key] }
    if (kind.kind !== 'group' || path.length > 20) return <ValueField key={key} {...field} kind={kind} />
    return (
      <fieldset key={key} className="field-group">
        <legend className="form-label font-mono">
          <VisibleText isLine>{key}</VisibleText>
        </legend>
        <FieldGroup {...field} />
      </fieldset>
    )
  })
}
