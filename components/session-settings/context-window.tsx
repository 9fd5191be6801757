'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'

/** How many tokens the model reads: of the model, in all sessions, so that it is saved by itself. */
export function ContextWindow({ model }: { model: string }) {
  const t = useTranslations('sessionSettings.window')
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEYS.models, queryFn: ({ signal }) => api.listModels(signal) })
  const known = data?.items.find(({ id }) => id === model)?.contextWindow
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? (known === undefined ? '' : String(known))
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => api.changeModel(model, { contextWindow: shown === '' ? null : Number(shown) }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS.models }),
  })
  return (
    <div className="py-2">
      <label className="block">
        <span className="text-small">{t('label')}</span>
        <span className="flex gap-2">
          <input
            type="number"
            min={1}
            step={1}
            className="field figures"
            placeholder={t('unknown')}
            value={shown}
            onChange={({ target }) => setText(target.value)}
          />
          <Button off={isPending || text === null} onClick={() => mutate()}>
            {t('set')}
          </Button>
        </span>
      </label>
      <p className="text-quiet text-small">{isSuccess ? t('saved') : t('about')}</p>
      {error && (
        <p role="alert" className="alert mt-1">
          <VisibleText>{error.message}</VisibleText>
        </p>
      )}
    </div>
  )
}
