import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { LINK } from '@/components/ui/further-looks'
import type { ProviderId, ProviderItem } from '@/lib/domain/contract/provider-operations'
import type { Way } from './use-connect'

/** A provider as people call it. */
export function useProviderName(): (provider: Pick<ProviderItem, 'id' | 'title'>) => string {
  const t = useTranslations('models.provider')
  return ({ id, title }) => (id === 'compatible' ? t('compatible') : title)
}

const CARD =
  'flex cursor-pointer items-baseline gap-2 rounded-base border border-field px-3 py-2 hover:bg-hover has-checked:border-ink has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-ink touch:min-h-11'

type ProviderProps = { providers: ProviderItem[]; value: ProviderId; onValue: (id: ProviderId) => void }

export function ProviderField({ providers, value, onValue }: ProviderProps) {
  const t = useTranslations('models.provider')
  const nameOf = useProviderName()
  const name = useId()
  return (
    <fieldset>
      <legend className="pb-1 font-semibold text-small">{t('label')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {providers.map(provider => (
          <label key={provider.id} className={CARD}>
            <input
              type="radio"
              className="flex-none accent-ink outline-none"
              name={name}
              value={provider.id}
              checked={provider.id === value}
              onChange={() => onValue(provider.id)}
            />
            <span className="min-w-0">
              {nameOf(provider)}
              <span className="block text-quiet text-small">
                {provider.keySource && t(`has.${provider.keySource}`)}
                {!provider.keySource && provider.id === 'compatible' && t('examples')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type FieldProps = { provider: ProviderItem; way: Way; onChange: (part: Partial<Way>) => void }

/** What is asked for first is what the provider cannot do without. */
export function WayFields(props: FieldProps) {
  const address = <AddressField {...props} />
  const isAddressFirst = props.provider.usualUrl === null
  return (
    <>
      {isAddressFirst && address}
      <KeyField {...props} />
      {!isAddressFirst && address}
    </>
  )
}

/** The key itself is never read back: a stored one is used where the field stays empty. */
function KeyField({ provider, way, onChange }: FieldProps) {
  const t = useTranslations('models.key')
  const { keySource, needsKey, baseUrlSource, variables } = provider
  if (keySource === 'environment')
    return <p className="text-quiet text-small">{t('environment', { name: variables.key })}</p>
  if (!needsKey && baseUrlSource === 'environment') return null
  const isMoved = way.baseUrl.trim() !== ''
  const hint = keySource === 'file' && !isMoved ? 'stored' : needsKey ? 'hint' : 'optional'
  const page = isMoved ? undefined : KEY_PAGES[provider.id]
  const link = page && (
    <a href={page} target="_blank" rel="noreferrer" className={LINK}>
      {t('page')}
    </a>
  )
  return (
    <Field
      label={t('label')}
      hint={
        <>
          {t(hint)} {link}
        </>
      }
      type="password"
      maxLength={1000}
      value={way.key}
      onValue={key => onChange({ key })}
    />
  )
}

/** Where a provider gives out keys. */
const KEY_PAGES: Partial<Record<ProviderId, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
  google: 'https://aistudio.google.com/apikey',
}

/** Where the provider is asked. For one that has a usual address, it is folded. */
function AddressField({ provider, way, onChange }: FieldProps) {
  const t = useTranslations('models.address')
  const { baseUrl, baseUrlSource, keySource, usualUrl, variables } = provider
  const [isOpen, setOpen] = useState(usualUrl === null)
  if (baseUrlSource === 'environment')
    return (
      <p className="text-quiet text-small wrap-anywhere">
        <VisibleText>{t('environment', { url: baseUrl ?? '', name: variables.baseUrl })}</VisibleText>
      </p>
    )
  if (keySource === 'environment') return null
  if (!isOpen)
    return (
      <div className="-mt-2 leading-none">
        <Button variant="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('another')}
        </Button>
      </div>
    )
  return (
    <Field
      label={t('label')}
      hint={t(usualUrl === null ? 'compatible' : 'hint')}
      inputMode="url"
      maxLength={500}
      placeholder={baseUrl ?? usualUrl ?? 'http://127.0.0.1:11434/v1'}
      value={way.baseUrl}
      onValue={url => onChange({ baseUrl: url })}
    />
  )
}
