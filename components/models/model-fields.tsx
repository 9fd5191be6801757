'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnerForm } from '@/components/settings/owner-form'
import { Field, SelectField } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ModelInfo, ModelPatch } from '@/lib/domain/run/model-info'

/** What a model takes and costs, where nobody knows it or it is something else. */
export function ModelFields({ onSaved }: { onSaved: (text: string) => void }) {
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
        <FieldsOf key={model.id} model={model} onSaved={onSaved} />
      </div>
    </details>
  )
}

const NAMES = ['contextWindow', 'input', 'output', 'cachedInput'] as const
type Draft = Record<(typeof NAMES)[number], string>

function FieldsOf({ model, onSaved }: { model: ModelInfo; onSaved: (text: string) => void }) {
  const t = useTranslations('models.fields')
  const { contextWindow, prices } = model
  const textOf = (value: number | undefined): string => String(value ?? '')
  const [draft, setDraft] = useState<Draft>({
    contextWindow: textOf(contextWindow),
    input: textOf(prices?.input),
    output: textOf(prices?.output),
    cachedInput: textOf(prices?.cachedInput),
  })
  const { mutate, isPending, error } = useChange(
    (body: ModelPatch) => fetchApi('PATCH /api/models/{modelId}', { params: { modelId: model.id }, body }),
    { refetches: [KEYS.models], onDone: () => onSaved(t('saved')) },
  )
  const isHalf = (draft.input.trim() === '') !== (draft.output.trim() === '')
  return (
    <OwnerForm verb={t('save')} off={isPending || isHalf} error={error} onSend={() => mutate(patchOf(draft))}>
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
            onValue={text => setDraft({ ...draft, [name]: text })}
          />
        ))}
      </div>
      <p className="text-quiet text-small">{t('hint')}</p>
    </OwnerForm>
  )
}

/** What is empty is put back to what is known. */
function patchOf({ contextWindow, input, output, cachedInput }: Draft): ModelPatch {
  const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  const [inputPrice, outputPrice, cached] = [input, output, cachedInput].map(numberIn)
  return {
    contextWindow: numberIn(contextWindow),
    prices:
      inputPrice == null || outputPrice == null
        ? null
        : { input: inputPrice, output: outputPrice, ...(cached != null && { cachedInput: cached }) },
  }
}
