'use client'

import { type FunctionComponent, useEffect } from 'react'
import { editPlace, unsentText } from '@/lib/client/decisions/use-send-message'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { Entry } from '@/lib/domain/session/entry'

type Props = { sessionId: string; entry: Entry }

const actions = new Observable<FunctionComponent<Props> | null>(null)

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

/** What can be done with an entry. Its room is there before it is: on a touch screen a line, else that of nothing. */
export function EntryActions(props: Props) {
  const { id } = props.entry
  useEffect(() => {
    if (unsentText(editPlace(id)) !== '') loadEntryActions()
  }, [id])
  const MessageActions = useObservable(actions)
  return MessageActions && <MessageActions {...props} />
}
