import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { preferredModel } from '@/lib/domain/run/preferred-model'
import { type Connection, useConnect } from './use-connect'

type Props = {
  providers: ProviderItem[]
  sessionId?: string | undefined
  onConnected: (connection: Connection) => void
}

/** Model servers on this machine, each to be used with one click. */
export function LocalServers({ providers, sessionId, onConnected }: Props) {
  const t = useTranslations('models.local')
  const compatible = providers.find(({ id }) => id === 'compatible')
  const { mutate, isPending, error } = useConnect(onConnected)
  const servers = compatible?.local ?? []
  if (!compatible || servers.length === 0) return null
  const use = (url: string, model: string): void => {
    // Where the server is set already, there is nothing to store but the choice.
    const baseUrl = url === compatible.baseUrl ? '' : url
    // It may have ended since it was listed.
    mutate({ way: { provider: 'compatible', key: '', baseUrl }, isTested: false, model, sessionId })
  }
  return (
    <section aria-labelledby="local-servers" className="flex flex-col gap-2">
      <h3 id="local-servers" className="font-semibold text-small">
        {t('heading')}
      </h3>
      <ul className="flex flex-col gap-2">
        {servers.map(({ title, url, models }) => {
          const name = preferredModel(models)
          return (
            <li key={url} className={SERVER}>
              <p className="min-w-[min(100%,160px)] flex-1">
                <span className="font-semibold">{title}</span>{' '}
                <span className="block text-quiet text-small">
                  {new URL(url).host} · {t('models', { count: models.length })}
                </span>
              </p>
              {name !== undefined && (
                <Button off={isPending} onClick={() => use(url, `compatible:${name}`)}>
                  <VisibleText isLine>{t('use', { name })}</VisibleText>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <ProblemAlert error={error} />
    </section>
  )
}

const SERVER =
  'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-base border border-hairline bg-paper px-3 py-2'
