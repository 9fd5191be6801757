import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PastDecisions } from '@/components/call/forms/past-decisions'
import { Form } from '@/components/list/form'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field, SelectField } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { fetchApi, isProblem, serverNow } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import {
  type ConditionDraft,
  draftOf,
  EMPTY_RULE,
  type RuleDraft,
  type RuleShape,
  shapeOf,
} from '@/lib/client/text/rule-draft'
import { propertiesOf } from '@/lib/domain/call/field-kind'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { RuleItem } from '@/lib/domain/policy/rule'

type Props = {
  /** The one that is changed. */
  rule?: RuleItem
  tools: ToolItem[]
  onClose: () => void
}

/** A rule is saved only once it was tried on past calls. */
export function RuleForm({ rule, tools, onClose }: Props) {
  const t = useTranslations('policy.form')
  const [draft, setDraft] = useState(() => (rule ? draftOf(rule, tools) : EMPTY_RULE))
  const set = (more: Partial<RuleDraft>): void => setDraft({ ...draft, ...more })
  const shape = shapeOf(draft, tools)
  const check = useChange((body: RuleShape) => {
    const { scope, sessionId } = rule ?? {}
    return fetchApi('POST /api/rules/backtest', { body: { rule: { ...body, scope, sessionId } } })
  })
  const save = useChange(
    ({ note, expiresAt }: RuleDraft, key) => {
      const text = note.trim()
      if (rule) {
        const body = { ...shape, expiresAt: expiresAt || null, note: text || null }
        return fetchApi('PATCH /api/rules/{id}', { params: { id: rule.id }, body })
      }
      const body = { ...shape, expiresAt: expiresAt || undefined, note: text || undefined }
      return fetchApi('POST /api/rules', { body, key })
    },
    { refetches: [KEYS.allRules], onDone: onClose, announces: () => t('saved') },
  )
  const result = JSON.stringify(check.variables) === JSON.stringify(shape) ? check.data : undefined
  const isReady = result !== undefined && !save.isPending
  const error = save.error ?? check.error
  const faults = isProblem(error) ? error.errors : []
  const tryOnPast = (): void => {
    save.reset()
    check.mutate(shape)
  }
  const name = rule ? t('edit', { number: rule.number }) : t('add')
  return (
    <section aria-label={name}>
      <Form className={PANEL} onSend={tryOnPast}>
        <h2 className="font-semibold">{name}</h2>
        <RuleFields draft={draft} set={set} tools={tools} faults={faults} />
        <div className="grid grid-cols-[auto_minmax(0,1fr)] max-phone:grid-cols-1 gap-4">
          <Expiry now={rule?.expiresAt} value={draft.expiresAt} onValue={expiresAt => set({ expiresAt })} />
          <Field
            isProse
            label={t('note')}
            maxLength={200}
            value={draft.note}
            onValue={note => set({ note })}
          />
        </div>
        <FieldFaults faults={faults} path="/expiresAt" />
        {faults.length === 0 && <ProblemAlert error={error} />}
        {result && (
          <section aria-label={t('backtest')} className="border-hairline border-t pt-3">
            <PastDecisions result={result} effect={shape.effect} />
          </section>
        )}
        <footer className="flex flex-wrap items-center gap-2 text-quiet text-small">
          <Button type="submit" variant={isReady ? 'plain' : 'main'} off={isReady || check.isPending}>
            {t('check')}
          </Button>
          <Button variant={isReady ? 'main' : 'plain'} off={!isReady} onClick={() => save.mutate(draft)}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {!isReady && t('first')}
        </footer>
      </Form>
    </section>
  )
}

type ExpiryProps = { now: string | undefined; value: string; onValue: (expiresAt: string) => void }

function Expiry({ now, value, onValue }: ExpiryProps) {
  const t = useTranslations('policy.form')
  const [start] = useState(serverNow)
  const options = ['1', '8', '168'].map(hours => {
    const end = new Date(start + Number(hours) * 3_600_000).toISOString()
    return [end, t('end', { hours })] as const
  })
  options.unshift(['', t('never')], ...(now ? [[now, t('keep')] as const] : []))
  return <SelectField label={t('expiry')} value={value} options={options} onValue={onValue} />
}

type FieldsProps = {
  draft: RuleDraft
  set: (more: Partial<RuleDraft>) => void
  tools: ToolItem[]
  faults: FieldError[]
}

/** What a rule is about: its effect, the tool and the conditions. */
export function RuleFields({ draft: { effect, tool, conditions }, set, tools, faults }: FieldsProps) {
  const t = useTranslations('policy.form')
  const schema = tools.find(({ name }) => name === tool.trim())?.schema
  const names = propertiesOf(schema ?? {}).map(([name]) => name)
  const add = (): void => {
    const argument = names.find(name => conditions.every(other => other.argument !== name)) ?? ''
    const kind = LIKELY[argument] ?? 'exact'
    set({ conditions: [...conditions, { key: `${Date.now()}`, argument, kind, value: '', max: '' }] })
  }
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] max-phone:grid-cols-1 gap-x-4">
        <SelectField
          label={t('effect')}
          value={effect}
          options={(['allow', 'ask', 'deny'] as const).map(each => [each, t(each)])}
          onValue={each => set({ effect: each })}
        />
        <Field
          isRequired
          label={t('tool')}
          hint={t('toolHint')}
          offers={tools.map(({ name }) => name)}
          value={tool}
          onValue={name => set({ tool: name })}
        />
      </div>
      <FieldFaults faults={faults} path="/tool" />
      {conditions.map((condition, index) => (
        <fieldset key={condition.key} className="flex flex-col gap-1 border-hairline border-l-2 pl-3">
          <legend className="sr-only">{t('condition', { number: index + 1 })}</legend>
          <ConditionFields
            condition={condition}
            names={names}
            set={more => set({ conditions: conditions.with(index, { ...condition, ...more }) })}
            onRemove={() => set({ conditions: conditions.toSpliced(index, 1) })}
          />
          <FieldFaults faults={faults} path={`/matchers/${index}/.*`} />
        </fieldset>
      ))}
      <FieldFaults faults={faults} path="/matchers" />
      <p className="flex flex-wrap items-center gap-3 text-quiet text-small">
        <Button onClick={add}>{t('addCondition')}</Button>
        {conditions.length === 0 && t('noConditions')}
      </p>
    </>
  )
}

const KINDS = ['exact', 'prefix', 'glob', 'host', 'command', 'range'] as const

/** What is most often asked of an argument of this name. */
const LIKELY: Record<string, ConditionDraft['kind']> = { command: 'command', path: 'glob', url: 'host' }

type ConditionProps = {
  condition: ConditionDraft
  /** The arguments of the tool. */
  names: string[]
  set: (more: Partial<ConditionDraft>) => void
  onRemove: () => void
}

/** A condition as a line that reads: argument, relation, value. */
function ConditionFields({ condition, names, set, onRemove }: ConditionProps) {
  const t = useTranslations('policy.form')
  const { kind } = condition
  const limit = { type: 'number', step: 'any', placeholder: t('noLimit') }
  const field = <N extends 'argument' | 'kind' | 'value' | 'max'>(name: N) => ({
    label: t(name as 'value'),
    value: condition[name],
    onValue: (value: ConditionDraft[N]) => set({ [name]: value }),
  })
  return (
    <div className="grid grid-cols-[3fr_auto_5fr_auto] gap-3 max-phone:grid-cols-1">
      <Field offers={names} placeholder={t('allArguments')} {...field('argument')} />
      <SelectField options={KINDS.map(each => [each, t(`kinds.${each}`)])} {...field('kind')} />
      {kind === 'range' ? (
        <div className="grid grid-cols-2 gap-3">
          <Field {...limit} {...field('value')} label={t('min')} />
          <Field {...limit} {...field('max')} />
        </div>
      ) : (
        <Field hint={t(`hints.${kind}`)} {...field('value')} />
      )}
      <Button variant="quiet" className="self-start justify-self-start phone:mt-7" onClick={onRemove}>
        {t('remove')}
      </Button>
    </div>
  )
}

/** What the server says of some fields. A rule that is only tried stands in its request under `/rule`. */
const FieldFaults = ({ faults, path }: { faults: FieldError[]; path: string }) =>
  faults
    .filter(fault => new RegExp(`^(/rule)?${path}$`).test(fault.path))
    .map(({ message, codedText }) => (
      <Alert key={message} className="text-small">
        <ServerText codedText={codedText} english={message} />
      </Alert>
    ))
