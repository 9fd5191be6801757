import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/list/search-field'
import { FIELD } from '@/components/ui/looks'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { ProviderModels } from './use-connect'

type Props = { models: ProviderModels; value: string; onValue: (id: string) => void }

/** Up to here a list is read faster than searched. */
const MOST_AT_A_GLANCE = 12

/** One of the models of a provider; where there are many, one can search among them. */
export function ModelField({ models, value, onValue }: Props) {
  const t = useTranslations('models.model')
  const id = useId()
  const [query, setQuery] = useState('')
  const matches = models.filter(model => isMatch(model, query))
  const search = (text: string): void => {
    setQuery(text)
    const left = models.filter(model => isMatch(model, text))
    if (left[0] && !left.some(model => model.id === value)) onValue(left[0].id)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-small">
        {t('label')}
      </label>
      {models.length > MOST_AT_A_GLANCE && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field would test once more
        <div onKeyDown={event => event.key === 'Enter' && event.preventDefault()}>
          <SearchField label={t('search')} className="" maxLength={200} value={query} onValue={search} />
        </div>
      )}
      <select
        id={id}
        className={`${FIELD} min-h-9 touch:min-h-11`}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      >
        {(matches.length > 0 ? matches : models.filter(model => model.id === value)).map(model => (
          <option key={model.id} value={model.id}>
            {withVisibleEscapes(nameOf(model))}
          </option>
        ))}
      </select>
      {matches.length === 0 && <p className="text-quiet text-small">{t('none')}</p>}
    </div>
  )
}

type Model = ProviderModels[number]

/** The title, and the name where that is something else. */
function nameOf({ id, title }: Model): string {
  const name = id.slice(id.indexOf(':') + 1)
  return name === title ? title : `${title} · ${name}`
}

const isMatch = (model: Model, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every(word => nameOf(model).toLowerCase().includes(word))
