import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { preferredModel } from '@/lib/domain/run/preferred-model'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { LocalServers } from './local-servers'
import { ProviderField, WayFields } from './provider-fields'
import { type Connection, type ProviderModels, testWay, useConnect, type Way } from './use-connect'

type Props = {
  sessionId?: string | undefined
  onClose: () => void
  onConnected: (connection: Connection) => void
}

/** Connects a model: a server on this machine at once, another one by a key that is tested first. */
export function ConnectDialog(props: Props) {
  const t = useTranslations('models.dialog')
  const { data, error, refetch } = useRead(KEYS.providers, 'GET /api/providers')
  return (
    <SheetDialog variant="form" label={t('heading')} onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-title">{t('heading')}</h2>
        {!data && !error && <p className="text-quiet">{t('loading')}</p>}
        {!data && <ProblemAlert error={error} again={() => void refetch()} />}
        {data && <LocalServers providers={data.items} {...props} />}
        {data && <WayForm providers={data.items} {...props} />}
      </div>
    </SheetDialog>
  )
}

type FormProps = Props & { providers: ProviderItem[] }

function WayForm({ providers, sessionId, onClose, onConnected }: FormProps) {
  const t = useTranslations('models.dialog')
  const { way, change, test, connect, models, model, setChoice } = useWay(providers, onConnected)
  const provider = providers.find(({ id }) => id === way.provider)
  const isBusy = test.isPending || connect.isPending
  const isReady = !isBusy && provider !== undefined && isComplete(way, provider)
  return (
    <form
      className="flex flex-col gap-4"
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        connect.reset()
        if (isReady) test.mutate(way)
      }}
    >
      <ProviderField
        providers={providers}
        value={way.provider}
        onValue={id => change({ provider: id, key: '', baseUrl: '' })}
      />
      {provider && <WayFields key={provider.id} provider={provider} way={way} onChange={change} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={model ? 'plain' : 'main'} off={!isReady}>
          {t('test')}
        </Button>
        <p role="status" className="text-quiet text-small">
          {test.isPending && t('testing')}
          {test.data?.ok && t('models', { count: models.length })}
        </p>
      </div>
      {test.data?.ok === false && (
        <Alert>
          <ServerText codedText={test.data.codedText} english={test.data.error ?? ''} /> {t('nothingStored')}
        </Alert>
      )}
      <ProblemAlert error={connect.error ?? test.error} />
      {model && (
        <SelectField
          label={t('model')}
          value={model}
          options={models.map(each => [each.id, withVisibleEscapes(nameOf(each))])}
          onValue={setChoice}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="main"
          off={isBusy || model === undefined}
          onClick={() => model && connect.mutate({ way, isTested: true, model, sessionId })}
        >
          {t('use')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

/** What is typed stays here, in memory, and goes with the dialog. Models are those of what is typed now, or none. */
function useWay(providers: ProviderItem[], onConnected: FormProps['onConnected']) {
  const [way, setWay] = useState<Way>({ provider: firstChoice(providers), key: '', baseUrl: '' })
  const [choice, setChoice] = useState('')
  const test = useChange(testWay)
  const connect = useConnect(onConnected)
  const change = (part: Partial<Way>): void => {
    setWay({ ...way, ...part })
    setChoice('')
    test.reset()
    connect.reset()
  }
  const models = test.data?.models ?? []
  const ids = models.map(({ id }) => id)
  const model = ids.includes(choice) ? choice : preferredModel(ids)
  return { way, change, test, connect, models, model, setChoice }
}

/** One that can be used already, so that nothing need be typed; else the first of all. */
const firstChoice = (providers: ProviderItem[]): ProviderItem['id'] =>
  (providers.find(({ usable }) => usable) ?? providers[0])?.id ?? 'anthropic'

/** The title, and the name where that is something else. */
function nameOf({ id, title }: ProviderModels[number]): string {
  const name = id.slice(id.indexOf(':') + 1)
  return name === title ? title : `${title} · ${name}`
}

/** Whether there is enough to ask the provider with; whether it is right, the provider says. */
function isComplete({ key, baseUrl }: Way, { needsKey, keySource, baseUrl: address }: ProviderItem): boolean {
  const hasKey = key.trim() !== '' || keySource !== null || !needsKey
  return hasKey && (baseUrl.trim() !== '' || address !== null)
}
