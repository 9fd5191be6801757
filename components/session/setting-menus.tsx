'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { OpenMenu } from '@/components/ui/menu'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { SessionView } from '@/lib/domain/session/view'
import {
  type BoxSettings,
  CHIP_CHOICES,
  type ChangeSettings,
  type ChipName,
  type ChoicesProps,
  type SettingChoice,
} from './setting-choices'

/** What is set has the id `id` and the name of its chip. */
type Props = { choice: SettingChoice; id: string; open: ChipName | null; onOpen: (name: null) => void }

/** The menu of the chip that is open, and why a change did not come about. */
export function SettingMenus({ choice, id, open, onOpen }: Props) {
  const { change, fault } = useChange(choice)
  return (
    <>
      {fault && (
        <Alert className="basis-full">
          <ProblemText error={fault} />
        </Alert>
      )}
      {open && (
        <ChipMenu
          key={open}
          choice={choice}
          change={change}
          onOpen={onOpen}
          name={open}
          valueId={id + open}
        />
      )}
    </>
  )
}

type MenuProps = ChoicesProps & Pick<Props, 'onOpen'> & { name: ChipName; valueId: string }

/** It hangs at the chip, which was there before this was loaded, and is in a row that is pushed sideways. */
function ChipMenu({ name, valueId, onOpen, ...choices }: MenuProps) {
  const t = useTranslations('session.chips')
  const Choices = CHIP_CHOICES[name]
  const chip = document.getElementById(valueId)?.parentElement
  if (!(chip instanceof HTMLButtonElement)) return null
  return (
    <OpenMenu
      label={t(name)}
      opener={{ current: chip }}
      side="top"
      container={chip.closest('main')}
      className="max-h-[50dvh] w-66 overflow-y-auto"
      onClose={() => onOpen(null)}
    >
      <Choices {...choices} />
    </OpenMenu>
  )
}

/** Changes a session at once, and back where the server refuses. */
function useChange({ settings, sessionId = '', onSettings }: SettingChoice) {
  const client = useQueryClient()
  const show = (patch: Partial<BoxSettings>): void => {
    client.setQueryData<SessionView>(
      KEYS.session(sessionId),
      view => view && { ...view, session: { ...view.session, ...patch } },
    )
  }
  const { mutate, error } = useMutation({
    mutationFn: ({ patch }: { patch: Partial<BoxSettings>; before: BoxSettings }) =>
      fetchApi('PATCH /api/sessions/{id}', { params: { id: sessionId }, body: patch }),
    onMutate: ({ patch }) => show(patch),
    onSuccess: (session, { patch }) => show(partOf(session, patch)),
    onError: (_, { patch, before }) => show(partOf(before, patch)),
  })
  const change: ChangeSettings = onSettings ?? (patch => mutate({ patch, before: settings }))
  return { change, fault: error }
}

/** The settings that a change is about, and no others: meanwhile there may be another change. */
const partOf = (settings: BoxSettings, patch: Partial<BoxSettings>): Partial<BoxSettings> =>
  Object.fromEntries(Object.keys(patch).map(name => [name, settings[name as keyof BoxSettings]]))
