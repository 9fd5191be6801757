import { createContext, type ReactNode, use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Button } from '@/components/ui/button'
import type { CallSet } from '@/lib/domain/call/call'

const ReviewDialog = lazyPart(async () => (await import('./review-dialog')).ReviewDialog)

const Context = createContext<((setId: string) => void) | null>(null)

/** Where the review of a set opens. It stays when its set goes, and says so. */
export function ReviewSlot({ sets, children }: { sets: CallSet[]; children: ReactNode }) {
  const [setId, setReview] = useState<string | null>(null)
  return (
    <Context value={setReview}>
      {children}
      {setId !== null && (
        <ReviewDialog set={sets.find(({ id }) => id === setId)} onClose={() => setReview(null)} />
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
        onPointerEnter={ReviewDialog.preload}
        onFocus={ReviewDialog.preload}
        onClick={() => open(setId)}
      >
        {t('name')}
      </Button>
    )
  )
}
