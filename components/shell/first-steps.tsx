'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ConnectButton } from '@/components/models/connect-button'
import { LocalServers } from '@/components/models/local-servers'
import { useFirstMessage } from '@/components/session/empty-session'
import { MessageBox } from '@/components/session/message-box'
import { VisibleText } from '@/components/text/visible-text'
import { COLUMN, FOOT, PAGE_HEAD } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { SampleCall } from './sample-call'
import { MenuButton } from './sidebar'

/** What Countersign is, on one screen: a call to sign, and the model that will propose the next ones. */
export function FirstSteps({ answering }: { answering: AnsweringModel }) {
  const t = useTranslations('shell.firstSteps')
  const { sendMessage, ...settings } = useFirstMessage({ model: answering.id })
  return (
    <>
      <header className={`${PAGE_HEAD} wide:hidden`}>
        <MenuButton />
      </header>
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        <div className={`${COLUMN} my-auto flex flex-col gap-6 py-6 max-phone:gap-4 max-phone:py-4`}>
          <div className="flex flex-col gap-1">
            <h1 className="text-balance font-semibold text-display">{t('heading')}</h1>
            <p className="text-quiet">{t('what')}</p>
          </div>
          <div className="grid gap-6 max-phone:gap-4 wide:grid-cols-[minmax(0,1fr)_224px]">
            <SampleCall />
            <ModelSection answering={answering} />
          </div>
        </div>
      </div>
      <div className={FOOT}>
        <MessageBox draftKey="first" sendMessage={sendMessage} {...settings} />
      </div>
    </>
  )
}

/** The default model; the demo where none is connected. */
type AnsweringModel = { id: string; title: string; isReady: boolean }

function ModelSection({ answering }: { answering: AnsweringModel }) {
  const t = useTranslations('shell.models')
  const { title, id, isReady } = answering
  const isDemo = id === 'scripted:demo'
  const router = useRouter()
  const { data } = useRead(KEYS.providers, 'GET /api/providers', {}, { enabled: isDemo })
  return (
    <section aria-labelledby="the-model" className="flex flex-col items-start gap-3">
      <div>
        <h2 id="the-model" className="font-semibold">
          {t('heading')}
        </h2>
        <p aria-live="polite" className="text-quiet text-small wrap-anywhere">
          {isDemo ? (
            t('demo')
          ) : (
            <VisibleText>{t(isReady ? 'answering' : 'unready', { title, id })}</VisibleText>
          )}
        </p>
      </div>
      <ConnectButton />
      {/* A server on this machine is one click away. Where they cannot be asked for, the dialog says why. */}
      {isDemo && data && <LocalServers providers={data.items} onConnected={() => router.refresh()} />}
    </section>
  )
}
