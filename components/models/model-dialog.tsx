import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { COMMAND_ITEM, CommandDialog } from '@/components/shell/command-dialog'
import { VisibleText } from '@/components/text/visible-text'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { ConnectDialog } from './connect-dialog'

type Props = {
  kind: 'connect' | 'other'
  opener: HTMLElement | null | undefined
  /** `models`: those that are known. */
  onModel: (id: string, models: ModelInfo[]) => void
  onClose: () => void
}

/** Connects another model, or asks for the id of any: its provider may have more than are listed. */
export function ModelDialog({ kind, opener, onModel, onClose }: Props) {
  const t = useTranslations('models.model')
  const [text, setText] = useState('')
  // The menu that led here has gone.
  useEffect(() => () => opener?.focus(), [opener])
  const id = text.trim()
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const use = (model: string, models = data?.items ?? []): void => {
    onModel(model, models)
    onClose()
  }
  if (kind === 'connect')
    return <ConnectDialog onClose={onClose} onConnected={({ model, models }) => use(model, models)} />
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
