'use client'

import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { CallSet } from '@/lib/domain/call/call'
import { isFocusLost, placeFocus } from '../set/dock-focus'

const loadReview = async () => ({ default: (await import('./review-dialog')).ReviewDialog })
const ReviewDialog = lazy(loadReview)
/** If that fails, it is loaded when it opens. */
const preload = (): void => void loadReview().catch(() => undefined)

const Context = createContext<((setId: string) => void) | null>(null)

type Props = { sessionId: string; sets: CallSet[]; children: ReactNode }

/** Where the review of a set opens. It stays when its set goes, and says so. */
export function ReviewPlace({ sessionId, sets, children }: Props) {
  const [review, setReview] = useState<{ sessionId: string; setId: string } | null>(null)
  const open = useCallback((setId: string) => setReview({ sessionId, setId }), [sessionId])
  const isOpen = review?.sessionId === sessionId
  useFocusBack(isOpen)
  return (
    <Context value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <ReviewDialog
            key={review.setId}
            set={sets.find(({ id }) => id === review.setId)}
            onClose={() => setReview(null)}
          />
        </Suspense>
      )}
    </Context>
  )
}

/** The browser gives the focus back to the button that opened the dialog; where that has gone, the dock takes it. */
function useFocusBack(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const place = document.querySelector<HTMLElement>('[data-dock]') ?? document.querySelector('[role="log"]')
    if (wasOpen.current && !isOpen && place instanceof HTMLElement && isFocusLost()) placeFocus(place)
    wasOpen.current = isOpen
  }, [isOpen])
}

/** Opens the review of a set of several. */
export function ReviewButton({ setId }: { setId: string }) {
  const t = useTranslations('call.review')
  const open = use(Context)
  return (
    open && (
      <Button onPointerEnter={preload} onFocus={preload} onClick={() => open(setId)}>
        {t('name')}
      </Button>
    )
  )
}
