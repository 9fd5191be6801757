'use client'

import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
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

/** The words of a chip have the id `id` and its name. */
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
      <Menu.Root open={open !== null} onOpenChange={isOpen => !isOpen && onOpen(null)} modal={false}>
        {open && <ChipMenu key={open} {...{ choice, change }} name={open} labelId={id + open} />}
      </Menu.Root>
    </>
  )
}

const SHEET = 'max-h-[50dvh] w-66 overflow-y-auto rounded-base border border-field bg-surface p-1 shadow-dock'

/** What the menu hangs at says nothing of itself: that is for the chip. */
const NO_BUTTON = { 'aria-hidden': true, 'aria-haspopup': undefined, 'aria-expanded': undefined }

type MenuProps = ChoicesProps & { name: ChipName; labelId: string }

/** It hangs at a sign in the chip, which was there before this was loaded, and has kept the focus. */
function ChipMenu({ name, labelId, ...choices }: MenuProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const Choices = CHIP_CHOICES[name]
  const chip = document.getElementById(labelId)?.parentElement
  if (!chip) return null
  const sign = (
    <Menu.Trigger asChild {...NO_BUTTON}>
      <span style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
    </Menu.Trigger>
  )
  return (
    <>
      {createPortal(sign, chip)}
      <Menu.Portal container={chip.closest('main')}>
        <Menu.Content
          ref={sheet}
          aria-labelledby={labelId}
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={SHEET}
          onInteractOutside={event => {
            // A press on the chip closes it, too, and would open it again.
            if (event.target instanceof Node && chip.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            const { activeElement, body } = document
            if (activeElement === body || sheet.current?.contains(activeElement)) chip.focus()
          }}
        >
          <Choices {...choices} />
        </Menu.Content>
      </Menu.Portal>
    </>
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
