'use client'

import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
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

const Context = createContext<((setId: string, opener: HTMLElement) => void) | null>(null)

type Props = { sessionId: string; sets: CallSet[]; children: ReactNode }

/** Where the review of a set opens. It stays when its set goes, and says so. */
export function ReviewPlace({ sessionId, sets, children }: Props) {
  const [review, setReview] = useState<{ sessionId: string; setId: string } | null>(null)
  const opener = useRef<HTMLElement>(null)
  const open = useCallback(
    (setId: string, button: HTMLElement): void => {
      opener.current = button
      setReview({ sessionId, setId })
    },
    [sessionId],
  )
  const isOpen = review?.sessionId === sessionId
  useFocusBack(isOpen, opener)
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

/** The button that opened the review takes the focus again; where it has gone, the dock, or else the transcript. */
function useFocusBack(isOpen: boolean, opener: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) {
      const place = PLACES.map(selector => document.querySelector<HTMLElement>(selector)).find(Boolean)
      const button = opener.current?.isConnected ? opener.current : place
      if (button) placeFocus(button)
    }
    wasOpen.current = isOpen
  }, [isOpen, opener])
}

const PLACES = ['[data-dock]', '[role="log"]']

/** Opens the review of a set of several. */
export function ReviewButton({ setId }: { setId: string }) {
  const t = useTranslations('call.review')
  const open = use(Context)
  return (
    open && (
      <Button onPointerEnter={preload} onFocus={preload} onClick={event => open(setId, event.currentTarget)}>
        {t('name')}
      </Button>
    )
  )
}
