'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Connection } from './use-connect'

type Props = {
  look?: 'main' | 'plain' | 'quiet'
  /** What it is to be called instead of “Connect a model”. */
  label?: string
  /** The session that the model answers from now on, beside new ones. */
  sessionId?: string
}

/** Opens the dialog that connects a model, and says which one answers then. */
export function ConnectButton({ look = 'plain', label, sessionId }: Props) {
  const t = useTranslations('models.connectButton')
  const button = useRef<HTMLButtonElement>(null)
  const router = useRouter()
  const { dialog, open, close } = useDialog()
  const [connection, setConnection] = useState<Connection | null>(null)
  const wasOpen = useRef(false)
  // Under an open dialog nothing takes the focus: not before it is gone.
  useEffect(() => {
    if (wasOpen.current && !dialog) button.current?.focus()
    wasOpen.current = dialog !== null
  }, [dialog])
  return (
    <>
      <Button ref={button} look={look} aria-haspopup="dialog" onClick={open}>
        {label ?? t('connect')}
      </Button>
      <ConnectionStatus connection={connection} />
      {dialog === 'broken' && <Alert>{t('notLoaded')}</Alert>}
      {dialog && dialog !== 'broken' && (
        <dialog.ConnectDialog
          sessionId={sessionId}
          onClose={close}
          onConnected={fresh => {
            setConnection(fresh)
            close()
            router.refresh()
          }}
        />
      )}
    </>
  )
}

/** There from the start, or what it says first would be missed. A session’s page has one status, which is not this. */
export function ConnectionStatus({ connection }: { connection: Connection | null }) {
  const t = useTranslations('models.connectButton')
  return (
    <p aria-live="polite" className="text-quiet text-small wrap-anywhere empty:absolute">
      {connection && t(newsOf(connection), { model: connection.model, answering: connection.answering })}
    </p>
  )
}

const newsOf = ({ model, answering, isHere }: Connection) =>
  answering === model ? (isHere ? 'here' : 'connected') : isHere ? 'onlyHere' : 'overruled'

/** It is loaded when somebody asks for it; where it did not come, the next press tries again. */
function useDialog() {
  const [dialog, setDialog] = useState<typeof import('./connect-dialog') | 'broken' | null>(null)
  const open = (): void => void import('./connect-dialog').then(setDialog, () => setDialog('broken'))
  return { dialog, open, close: () => setDialog(null) }
}
