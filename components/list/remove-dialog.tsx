import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { nullIfGone } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'

type Props = {
  question: string
  /** What becomes of what depends on it. */
  outcome: ReactNode
  verb: string
  remove: () => Promise<unknown>
  refetches: readonly QueryKey[]
  onRemoved: () => void
  onClose: () => void
}

/** Asks before something is removed that others may use. What is gone already is removed. */
export function RemoveDialog({ question, outcome, verb, remove, refetches, onRemoved, onClose }: Props) {
  const t = useTranslations('list.removeDialog')
  const removal = useChange(
    async () => {
      await remove().catch(nullIfGone)
      onClose()
    },
    { refetches, onDone: onRemoved },
  )
  return (
    <SheetDialog label={question} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-title wrap-anywhere">{question}</h2>
        {typeof outcome === 'string' ? <p>{outcome}</p> : outcome}
        <ProblemAlert error={removal.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button variant="main" off={removal.isPending} onClick={() => removal.mutate()}>
            {verb}
          </Button>
        </div>
      </div>
    </SheetDialog>
  )
}
