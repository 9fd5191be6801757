'use client'

import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { loadPart } from '@/lib/client/page/load-part'
import type { CallSet } from '@/lib/domain/call/call'

const loadReview = async () => ({ default: (await loadPart(() => import('./review-dialog'))).ReviewDialog })
const ReviewDialog = lazy(loadReview)
/** If that fails, it is loaded when it opens. */
const preload = (): void => void loadReview().catch(() => undefined)

const Context = createContext<((setId: string) => void) | null>(null)

type Props = { sets: CallSet[]; children: ReactNode }

/** Where the review of a set opens. It stays when its set goes, and says so. */
export function ReviewSlot({ sets, children }: Props) {
  const [setId, setReview] = useState<string | null>(null)
  return (
    <Context value={setReview}>
      {children}
      {setId !== null && (
        <Suspense>
          <ReviewDialog set={sets.find(({ id }) => id === setId)} onClose={() => setReview(null)} />
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
      <Button onPointerEnter={preload} onFocus={preload} onClick={() => open(setId)}>
        {t('name')}
      </Button>
    )
  )
}
