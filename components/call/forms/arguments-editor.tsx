import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { REMARK } from '@/components/ui/looks'
import { Tabs } from '@/components/ui/tabs'
import { storedText, storeText } from '@/lib/client/page/browser-storage'
import { LARGE_CHARS, mergeJsonField, toJsonField } from '@/lib/client/text/field-text'
import { mainField } from '@/lib/client/text/file-change'
import { fieldKind, fieldsOf, requiredBy, resolveSchema } from '@/lib/domain/call/field-kind'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { visiblePieces } from '@/lib/text/hidden-characters'
import { type JsonNode, readJsonTree } from '@/lib/text/json/json-tree'
import { patchJsonText } from '@/lib/text/json/patch-json-text'
import { CodeArea } from './lazy-code-field'
import { type FieldContext, ValueField } from './value-field'

type Props = {
  text: string
  schema: JsonSchema
  /** What a Call would do with the text before any change: it says what kind of text its arguments are. */
  preview?: Preview | undefined
  onChange: (text: string) => void
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
  /** The tool for which the browser remembers the view; without one it is the form. */
  tool?: string
}

type View = 'form' | 'json'

/** Edits arguments as a form or as JSON: two views of one text, which is what counts. */
export function ArgumentsEditor({ text, schema, preview, onChange, isFocused = true, tool }: Props) {
  const t = useTranslations('call.argumentsEditor')
  const [view, setView] = useState<View>(() =>
    tool !== undefined && (storedText(viewKey(tool)) === 'json' || !fitsForm(text, schema)) ? 'json' : 'form',
  )
  const [wasChosen, setWasChosen] = useState(false)
  const tabs = (['form', 'json'] as const).map(id => ({ id, name: t(id) }))
  const choose = (id: View): void => {
    setView(id)
    setWasChosen(true)
    if (tool !== undefined) storeText(viewKey(tool), id)
  }
  const props = { text, onChange, isFocused: isFocused && !wasChosen }
  return (
    <div className="flex flex-col gap-2">
      <Tabs variant="form" label={t('views')} tabs={tabs} value={view} onChoose={choose}>
        {view === 'form' ? (
          <ArgumentsForm {...props} schema={schema} preview={preview} />
        ) : (
          <JsonView {...props} />
        )}
      </Tabs>
      <HiddenCharacters text={text} />
    </div>
  )
}

const viewKey = (tool: string): string => `view of ${tool}`

/** What is written is merged into the text that the view began with, so that what is not touched keeps its spaces. */
function JsonView({ text, onChange, isFocused }: Pick<Props, 'text' | 'onChange' | 'isFocused'>) {
  const t = useTranslations('call.argumentsField')
  const [start] = useState(text)
  const [value, setValue] = useState(() => toJsonField(text))
  const change = (edited: string): void => {
    setValue(edited)
    onChange(mergeJsonField(start, edited))
  }
  return <CodeArea name={t('name')} language="json" value={value} onChange={change} isFocused={isFocused} />
}

/** Lists the characters that a field does not show. */
function HiddenCharacters({ text }: { text: string }) {
  const t = useTranslations('call.argumentsField')
  // A key never waits for it; and a long text would take too long.
  const last = useDeferredValue(text.length > LARGE_CHARS ? '' : text)
  const hidden = useMemo(
    () => new Set(visiblePieces(last).flatMap(({ text, hidden }) => (hidden ? [text] : []))),
    [last],
  )
  if (hidden.size === 0) return null
  return (
    <p className="text-small">
      {t('hidden')} <span className="font-mono">{[...hidden].slice(0, 50).join(' ')}</span>
    </p>
  )
}

/** Arguments as fields. A field changes the text of its own value, and no other character. */
function ArgumentsForm({ text, schema, preview, onChange, isFocused = false }: Props) {
  const t = useTranslations('call.argumentsForm')
  const [isRefused, setIsRefused] = useState(false)
  const args = useMemo(() => argumentsIn(text), [text])
  const set = (path: string[], raw: string | undefined): void => {
    const patched = patchJsonText(text, path, raw)
    setIsRefused(patched === null)
    if (patched !== null) onChange(patched)
  }
  if (!args) return <p className={REMARK}>{t(text.length > LARGE_CHARS ? 'long' : 'unsound')}</p>
  const names = fieldsIn(args, resolveSchema(schema, schema)).map(([key]) => key)
  const main = isFocused ? mainField(preview, names) : undefined
  return (
    <div className="flex flex-col gap-3">
      <FieldGroup {...{ text, schema, set, preview, main }} root={schema} args={args} node={args} path={[]} />
      {isRefused && <Alert>{t('refused')}</Alert>}
    </div>
  )
}

/** Null where a form cannot show them. */
function argumentsIn(text: string): JsonNode | null {
  const tree = text.length > LARGE_CHARS ? null : readJsonTree(text)
  return tree?.kind === 'object' ? tree : null
}

/** Whether a form shows arguments whole, and has a field to show. */
function fitsForm(text: string, schema: JsonSchema): boolean {
  const args = argumentsIn(text)
  return args !== null && fieldsIn(args, resolveSchema(schema, schema)).length > 0
}

const entriesOf = (node: JsonNode | undefined) => (node?.kind === 'object' ? node.entries : [])

const fieldsIn = (node: JsonNode | undefined, group: JsonSchema) =>
  fieldsOf(
    group,
    entriesOf(node).map(({ key }) => key),
  )

type FieldGroupProps = FieldContext & { schema: JsonSchema; node: JsonNode | undefined; path: string[] }

/** The fields of an object, which stay in their places when one of them gets a value or loses it. */
function FieldGroup({ schema, node, path, ...context }: FieldGroupProps) {
  const group = resolveSchema(schema, context.root)
  return fieldsIn(node, group).map(([key, own]) => {
    const value = entriesOf(node).find(entry => entry.key === key)?.value
    const resolved = resolveSchema(own, context.root)
    const kind = fieldKind(resolved, value)
    const field = { ...context, schema: resolved, node: value, path: [...path, key] }
    if (kind.kind !== 'group' || path.length > 20)
      return <ValueField key={key} {...field} kind={kind} isRequired={requiredBy(group).includes(key)} />
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
