import { createContext, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { useHydrated } from '@/components/ui/use-hydrated'
import { editPlace, unsentText } from '@/lib/client/decisions/use-send-message'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { Entry } from '@/lib/domain/session/entry'

const MessageActions = lazyPart(async () => (await import('./message-actions')).MessageActions)

/** Whether somebody has pointed at the row, or had the focus in it: others have no menu. */
export const NearRow = createContext(false)

const isByKeyboard = new Observable(false)

/** Whoever goes through the list by the keyboard reaches only what is there. */
export function showActionsToKeyboard({ target }: { target: Element }): void {
  if (target.matches(':focus-visible')) isByKeyboard.set(true)
}

const MORE =
  'absolute -top-3 right-0 flex size-11 cursor-pointer items-center justify-end text-quiet mouse:hidden print:hidden'

/** What can be done with an entry: on a touch screen below it, once somebody asks for it. */
export function EntryActions(props: { sessionId: string; entry: Entry }) {
  const t = useTranslations('session.messageActions')
  const { id, kind } = props.entry
  const [isAskedFor, setAskedFor] = useState(false)
  const isHydrated = useHydrated()
  const isNear = useContext(NearRow)
  const isReachable = useObservable(isByKeyboard)
  const isShown = isNear || isReachable || isAskedFor || (isHydrated && unsentText(editPlace(id)) !== '')
  return (
    <>
      {kind !== 'result' && (
        <button
          type="button"
          aria-label={t('name')}
          aria-expanded={isAskedFor}
          className={MORE}
          onClick={() => setAskedFor(!isAskedFor)}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
      {isShown && <MessageActions fallback={null} {...props} isAskedFor={isAskedFor} />}
    </>
  )
}
