import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { COMMAND_ITEM, CommandDialog } from '@/components/shell/command-dialog'
import { VisibleText } from '@/components/text/visible-text'
import { ConnectDialog } from './connect-dialog'

type Props = {
  kind: 'connect' | 'other'
  sessionId: string | undefined
  opener: HTMLElement | null | undefined
  onModel: (id: string) => void
  onClose: () => void
}

/** Connects another model, or asks for the id of any: its provider may have more than are listed. */
export function ModelDialog({ kind, sessionId, opener, onModel, onClose }: Props) {
  const t = useTranslations('models.model')
  const [text, setText] = useState('')
  // The menu that led here has gone.
  useEffect(() => () => opener?.focus(), [opener])
  const id = text.trim()
  const use = (model: string): void => {
    onModel(model)
    onClose()
  }
  if (kind === 'connect')
    return <ConnectDialog sessionId={sessionId} onClose={onClose} onConnected={({ model }) => use(model)} />
  return (
    <CommandDialog label={t('label')} placeholder={t('any')} query={text} onQuery={setText} onClose={onClose}>
      {/^[a-z-]+:\S+$/.test(id) && (
        <Command.Item className={COMMAND_ITEM} onSelect={() => use(id)}>
          <VisibleText isLine>{id}</VisibleText>
        </Command.Item>
      )}
    </CommandDialog>
  )
}
