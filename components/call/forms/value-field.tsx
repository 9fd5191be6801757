import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CHECK_BOX, Choice } from '@/components/ui/choice'
import { CODE_FIELD } from '@/components/ui/further-looks'
import type { FieldChoice, FieldKind } from '@/lib/domain/call/field-kind'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { type JsonNode, readJsonTree } from '@/lib/text/json/json-tree'
import { isPlan, stepsIn } from '../preview/step-list'
import { type ControlProps, TextField } from './text-field'

const StepsEditor = lazyPart(async () => (await import('./steps-editor')).StepsEditor)

type Props = FieldContext & {
  schema: JsonSchema
  node: JsonNode | undefined
  path: string[]
  kind: FieldKind
  isRequired: boolean
}

/** Where a field stands: a box to tick before its name, a short value beside it, a long one below it. */
const LAYOUTS = { box: '-order-1 flex touch:p-3.5', line: 'min-w-48 flex-1', block: 'order-last basis-full' }

export function ValueField({ schema, node, path, kind, isRequired, text, set, ...context }: Props) {
  const t = useTranslations('call.argumentsForm')
  const id = useId()
  const raw = node && text.slice(node.start, node.end)
  const key = path.at(-1) ?? ''
  const steps =
    isPlan(context.preview) && path.join() === 'steps' ? stepsIn(JSON.parse(raw ?? '0')) : undefined
  if (steps)
    return (
      <StepsEditor
        steps={steps}
        change={changed => set(path, JSON.stringify(changed))}
        isFocused={context.main === key}
      />
    )
  const { title, description, format } = schema
  const isTop = path.length === 1
  const layout = kind.kind === 'boolean' ? 'box' : isShort(kind, raw) && key !== 'command' ? 'line' : 'block'
  const Box = layout === 'box' ? 'label' : 'div'
  const field = {
    ...context,
    id,
    kind,
    node,
    raw,
    format,
    put: (changed: string): void => set(path, changed),
    isTop,
    name: key,
    isFocused: isTop && key === context.main,
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label
        htmlFor={id}
        className={`font-mono font-semibold text-small ${layout === 'line' ? 'min-w-20' : ''}`}
      >
        <VisibleText isLine>{key}</VisibleText>
      </label>
      {typeof title === 'string' && title.toLowerCase() !== key.toLowerCase() && (
        <span className="text-small">
          <VisibleText isLine>{title}</VisibleText>
        </span>
      )}
      <Box className={LAYOUTS[layout]}>
        <Control {...field} />
      </Box>
      {node && !isRequired && (
        <Button
          variant="quiet"
          aria-label={t('leaveOutNamed', { name: withVisibleEscapes(key) })}
          onClick={() => set(path, undefined)}
        >
          {t('leaveOut')}
        </Button>
      )}
      {!node && <span className="text-quiet text-small">{t('absent')}</span>}
      {typeof description === 'string' && (
        <p className="basis-full text-quiet text-small">
          <VisibleText>{description}</VisibleText>
        </p>
      )}
    </div>
  )
}

/** Whether a value is edited in a line. */
const isShort = ({ kind }: FieldKind, raw = ''): boolean =>
  kind === 'number' || kind === 'choice' || (kind === 'text' && raw.length <= 60 && !raw.includes('\\n'))

function Control({ kind, ...props }: ControlProps & { kind: FieldKind }) {
  const { id, node, put, isFocused, name } = props
  const value = node?.kind === 'scalar' ? node.value : undefined
  switch (kind.kind) {
    case 'text':
      return <TextField {...props} value={typeof value === 'string' ? value : ''} />
    case 'boolean':
      return (
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form
          autoFocus={isFocused}
          type="checkbox"
          className={CHECK_BOX}
          checked={value === true}
          onChange={event => put(String(event.target.checked))}
        />
      )
    case 'choice':
      return <ChoiceControl {...props} choices={kind.choices} />
    case 'choices':
      return (
        <fieldset id={id} aria-label={withVisibleEscapes(name)} className="flex flex-col">
          <ChosenBoxes {...props} choices={kind.choices} />
        </fieldset>
      )
    default:
      return <RawField key={kind.kind} {...props} isNumber={kind.kind === 'number'} />
  }
}

type ChoiceProps = ControlProps & { choices: FieldChoice[] }

function ChoiceControl({ id, raw = '', put, isFocused, choices }: ChoiceProps) {
  const others = choices.some(choice => choice.raw === raw) ? [] : [{ raw, title: raw }]
  return (
    <select
      id={id}
      // biome-ignore lint/a11y/noAutofocus: the person has just opened this form
      autoFocus={isFocused}
      className={CODE_FIELD}
      value={raw}
      onChange={event => put(event.target.value)}
    >
      {[...others, ...choices].map(choice => (
        <option key={choice.raw} value={choice.raw}>
          {withVisibleEscapes(choice.title)}
        </option>
      ))}
    </select>
  )
}

/** A list of some of the choices, in their order. */
function ChosenBoxes({ node, put, choices }: ChoiceProps) {
  const items = node?.kind === 'array' ? node.items : []
  const chosenValues = items.map(item => (item.kind === 'scalar' ? JSON.stringify(item.value) : ''))
  const set = (raw: string, isChosen: boolean): void => {
    const list = choices.filter(choice => (choice.raw === raw ? isChosen : chosenValues.includes(choice.raw)))
    put(`[${list.map(choice => choice.raw).join(', ')}]`)
  }
  return choices.map(({ raw, title }) => (
    <Choice key={raw} checked={chosenValues.includes(raw)} onValue={isChosen => set(raw, isChosen)}>
      <VisibleText>{title}</VisibleText>
    </Choice>
  ))
}

/** A value as it is written: a number to its last digit, or JSON. */
function RawField({ id, raw = '', isNumber, isFocused, put }: ControlProps & { isNumber: boolean }) {
  const t = useTranslations('call.argumentsForm')
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  // What cannot be applied stays in the field until the value changes in another way.
  const isInvalid = typed !== null && typed.over === raw
  const change = (next: string): void => {
    const trimmed = next.trim()
    const isSound = readJsonTree(trimmed) !== null && (!isNumber || /^-?\d/.test(trimmed))
    setTyped(isSound ? null : { text: next, over: raw })
    if (isSound) put(trimmed)
  }
  const Field = isNumber ? 'input' : 'textarea'
  return (
    <>
      <Field
        id={id}
        autoFocus={isFocused}
        className={`${CODE_FIELD} ${isNumber ? 'max-w-34' : ''}`}
        value={isInvalid ? typed.text : raw}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        {...(isNumber ? { inputMode: 'decimal' as const } : { rows: 2 })}
        onChange={event => change(event.target.value)}
      />
      {isInvalid && <Alert>{isNumber ? t('noNumber') : t('noJson')}</Alert>}
    </>
  )
}

/** `root`: the schema that `$ref` points into. */
export type FieldContext = {
  text: string
  root: JsonSchema
  /** All arguments as they stand, and what the Call would have done with them before any change. */
  args: JsonNode
  preview: Preview | undefined
  /** The argument that takes the focus when the form appears. */
  main: string | undefined
  /** Changes the value at a path. `raw` is JSON; undefined leaves the value out. */
  set: (path: string[], raw: string | undefined) => void
}
