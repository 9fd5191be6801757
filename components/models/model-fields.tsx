import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnerForm } from '@/components/settings/owner-form'
import { Field, SelectField } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ProviderId } from '@/lib/domain/contract/provider-operations'
import type { ModelInfo, ModelPatch } from '@/lib/domain/run/model-info'

/** What a model takes and costs, where nobody knows it or it is something else. */
export function ModelFields() {
  const t = useTranslations('models.fields')
  const [selection, setSelection] = useState('')
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const models = data?.items.filter(({ ready }) => ready) ?? []
  const model =
    models.find(({ id }) => id === selection) ?? models.find(({ isDefault }) => isDefault) ?? models[0]
  if (!model) return null
  return (
    <details>
      <summary className="cursor-pointer text-small touch:py-3">{t('heading')}</summary>
      <div className="flex flex-col gap-3 pt-3">
        <SelectField
          label={t('model')}
          value={model.id}
          options={models.map(({ id }) => [id, id])}
          onValue={setSelection}
        />
        <FieldsOf key={model.id} model={model} />
      </div>
    </details>
  )
}

const NAMES = ['contextWindow', 'input', 'output', 'cachedInput'] as const
type Name = (typeof NAMES)[number]
type Draft = Record<Name, string>

const textOf = (value: number | undefined): string => String(value ?? '')

function FieldsOf({ model: { id, contextWindow, prices } }: { model: ModelInfo }) {
  const t = useTranslations('models.fields')
  const before: Draft = {
    contextWindow: textOf(contextWindow),
    input: textOf(prices?.input),
    output: textOf(prices?.output),
    cachedInput: textOf(prices?.cachedInput),
  }
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const draft = { ...before, ...edits }
  const { mutate, isPending, error } = useChange(
    (body: ModelPatch) => fetchApi('PATCH /api/models/{modelId}', { params: { modelId: id }, body }),
    { refetches: [KEYS.models], onDone: () => setEdits({}), announces: () => t('saved') },
  )
  const changes = NAMES.filter(name => draft[name] !== before[name])
  return (
    <OwnerForm
      verb={t('save')}
      off={isPending || changes.length === 0 || isPartial(draft)}
      error={error}
      onSend={() => mutate(patchOf(draft, changes))}
    >
      <div className="grid grid-cols-2 gap-3 wide:grid-cols-4">
        {NAMES.map(name => (
          <Field
            key={name}
            label={t(name)}
            type="number"
            inputMode="decimal"
            step="any"
            min={0}
            value={draft[name]}
            onValue={text => setEdits({ ...edits, [name]: text })}
          />
        ))}
      </div>
      <p className="text-quiet text-small">{t('hint')}</p>
    </OwnerForm>
  )
}

/** Prices for the input and the output belong together, and one for the cache to both. */
const isPartial = ({ input, output, cachedInput }: Draft): boolean =>
  (input === '') !== (output === '') || (input === '' && cachedInput !== '')

/** What was changed alone: a known value that is sent becomes one that somebody has set. What is empty is put back to it. */
function patchOf({ contextWindow, input, output, cachedInput }: Draft, changes: Name[]): ModelPatch {
  const prices = {
    input: Number(input),
    output: Number(output),
    ...(cachedInput !== '' && { cachedInput: Number(cachedInput) }),
  }
  return {
    ...(changes.includes('contextWindow') && {
      contextWindow: contextWindow === '' ? null : Number(contextWindow),
    }),
    ...(changes.some(name => name !== 'contextWindow') && { prices: input === '' ? null : prices }),
  }
}

const MOST = { connectSeconds: 300, silenceSeconds: 3600 }
type TimeoutName = keyof typeof MOST

/** How long a provider may take: slow ones get longer. */
export function TimeoutFields({ id, name }: { id: ProviderId; name: string }) {
  const t = useTranslations('models.timeouts')
  const [edits, setEdits] = useState<Partial<Record<TimeoutName, string>>>({})
  const { data } = useRead(KEYS.settings, 'GET /api/settings')
  const names = Object.keys(MOST) as TimeoutName[]
  const textOf = (name: TimeoutName): string =>
    edits[name] ?? String(data?.providerTimeouts[id]?.[name] ?? '')
  const save = useChange(
    async () => {
      const { providerTimeouts } = await fetchApi('GET /api/settings')
      const entries = names.flatMap(name => (textOf(name) === '' ? [] : [[name, Number(textOf(name))]]))
      const body = { providerTimeouts: { ...providerTimeouts, [id]: Object.fromEntries(entries) } }
      return fetchApi('PATCH /api/settings', { body })
    },
    { refetches: [KEYS.settings], onDone: () => setEdits({}), announces: () => t('saved') },
  )
  const isOff = save.isPending || Object.keys(edits).length === 0
  return (
    <details>
      <summary aria-label={t('of', { name })} className="cursor-pointer text-small touch:py-3">
        {t('heading')}
      </summary>
      <OwnerForm verb={t('save')} off={isOff} error={save.error} onSend={() => save.mutate()}>
        <div className="flex flex-wrap gap-x-6 gap-y-3 pt-2">
          {names.map(name => (
            <Field
              key={name}
              label={t(name)}
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST[name]}
              value={textOf(name)}
              onValue={text => setEdits({ ...edits, [name]: text })}
            />
          ))}
        </div>
        <p className="text-quiet text-small">{t('hint')}</p>
      </OwnerForm>
    </details>
  )
}
