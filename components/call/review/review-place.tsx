'use client'

import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { reviewRequest } from '@/lib/client/decisions/key-command'
import { loadPart } from '@/lib/client/page/load-part'
import type { CallSet } from '@/lib/domain/call/call'

const loadReview = async () => ({ default: (await loadPart(() => import('./review-dialog'))).ReviewDialog })
const ReviewDialog = lazy(loadReview)
/** If that fails, it is loaded when it opens. */
const preload = (): void => void loadReview().catch(() => undefined)

/** `opener`: the button that was pressed; `callId`: the Call that is read first. */
type Opening = { setId: string; opener: HTMLElement; callId?: string }

const Context = createContext<((opening: Opening) => void) | null>(null)

type Props = { sets: CallSet[]; children: ReactNode }

/** Where the review of a set opens. It stays when its set goes, and says so. */
export function ReviewPlace({ sets, children }: Props) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const take = useEffectEvent(() => {
    const callId = reviewRequest.get()
    const set = sets.find(({ calls }) => calls.some(({ id }) => id === callId))
    const opener = document.activeElement
    if (callId === null || !set || !(opener instanceof HTMLElement)) return
    reviewRequest.set(null)
    setOpening({ setId: set.id, opener, callId })
  })
  useEffect(() => {
    take()
    return reviewRequest.subscribe(() => take())
  }, [])
  return (
    <Context value={setOpening}>
      {children}
      {opening && (
        <Suspense>
          <ReviewDialog
            set={sets.find(({ id }) => id === opening.setId)}
            opener={opening.opener}
            first={opening.callId}
            onClose={() => setOpening(null)}
          />
        </Suspense>
      )}
    </Context>
  )
}

/** Opens the review of a set of several. */
export function ReviewButton({ setId }: { setId: string }) {
  const t = useTranslations('call.review')
  const open = use(Context)
  return (
    open && (
      <Button
        onPointerEnter={preload}
        onFocus={preload}
        onClick={({ currentTarget: opener }) => open({ setId, opener })}
      >
        {t('name')}
      </Button>
    )
  )
}
