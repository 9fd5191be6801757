import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { OwnerOnly } from '@/components/shell/me'
import { Button } from '@/components/ui/button'
import type { Connection } from './use-connect'

const ConnectDialog = lazyPart(async () => (await import('./connect-dialog')).ConnectDialog)

type Props = {
  variant?: 'plain' | 'quiet'
  /** What it is to be called instead of “Connect a model”. */
  label?: string
  /** The session that the model answers from now on, beside new ones. */
  sessionId?: string
}

/** Opens the dialog that connects a model, and says which one answers then. */
export function ConnectButton({ variant = 'plain', label, sessionId }: Props) {
  const t = useTranslations('models.connectButton')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [connection, setConnection] = useState<Connection | null>(null)
  return (
    <>
      <OwnerOnly>
        <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {label ?? t('connect')}
        </Button>
      </OwnerOnly>
      {/* There from the start, or what it says first would be missed. A session’s page has one status, which is not this. */}
      <p aria-live="polite" className="text-quiet text-small wrap-anywhere empty:absolute">
        {connection && t(newsOf(connection), { model: connection.model, answering: connection.answering })}
      </p>
      {isOpen && (
        <ConnectDialog
          sessionId={sessionId}
          onClose={() => setOpen(false)}
          onConnected={fresh => {
            setConnection(fresh)
            setOpen(false)
            router.refresh()
          }}
        />
      )}
    </>
  )
}

const newsOf = ({ model, answering, isHere }: Connection) =>
  answering === model ? (isHere ? 'here' : 'connected') : isHere ? 'onlyHere' : 'overruled'

/**
 * In a session of the demo: what answers there, and the way to a model. It stays where it was once the session has another
 * model, since the focus is on its button then, and it says which.
 */
export function DemoOffer({ sessionId, isDemo }: { sessionId: string; isDemo: boolean }) {
  const t = useTranslations('models.demoOffer')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-1">
      {isDemo && <p className="text-quiet text-small low:hidden">{t('demo')}</p>}
      <ConnectButton variant="quiet" sessionId={sessionId} />
    </div>
  )
}
