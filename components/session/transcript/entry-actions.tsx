'use client'

import { createContext, type FunctionComponent, useContext, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { editPlace, unsentText } from '@/lib/client/decisions/use-send-message'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { Entry } from '@/lib/domain/session/entry'

type Props = { sessionId: string; entry: Entry }

const actions = new Observable<FunctionComponent<Props & { isAskedFor: boolean }> | null>(null)

/** Whether somebody has pointed at the row, or had the focus in it: others have no menu. */
export const NearRow = createContext(false)

const isByKeyboard = new Observable(false)

/** Whoever goes through the list by the keyboard reaches only what is there. */
export function showActionsToKeyboard({ target }: { target: Element }): void {
  if (!target.matches(':focus-visible')) return
  loadEntryActions()
  isByKeyboard.set(true)
}

let isAsked = false

/** Loads what can be done with entries when somebody comes near one. If that fails, the next time asks again. */
export function loadEntryActions(): void {
  if (isAsked) return
  isAsked = true
  import('./message-actions').then(
    ({ MessageActions }) => actions.set(MessageActions),
    () => {
      isAsked = false
    },
  )
}

const MORE =
  'absolute -top-3 right-0 flex size-11 cursor-pointer items-center justify-end text-quiet mouse:hidden print:hidden'

/** What can be done with an entry: on a touch screen below it, once somebody asks for it. */
export function EntryActions(props: Props) {
  const t = useTranslations('session.messageActions')
  const { id, kind } = props.entry
  const [isAskedFor, setAskedFor] = useState(false)
  const [hasUnsentText, setUnsent] = useState(false)
  const isNear = useContext(NearRow)
  const isReachable = useObservable(isByKeyboard)
  useEffect(() => {
    if (unsentText(editPlace(id)) === '') return
    loadEntryActions()
    setUnsent(true)
  }, [id])
  const MessageActions = useObservable(actions)
  const isShown = isNear || isReachable || isAskedFor || hasUnsentText
  const toggle = (): void => {
    loadEntryActions()
    setAskedFor(!isAskedFor)
  }
  return (
    <>
      {kind !== 'result' && (
        <button
          type="button"
          aria-label={t('name')}
          aria-expanded={isAskedFor}
          className={MORE}
          onClick={toggle}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
      {MessageActions && isShown && <MessageActions {...props} isAskedFor={isAskedFor} />}
    </>
  )
}
