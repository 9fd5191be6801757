'use client'

import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'

type Props = {
  question: string
  /** What becomes of what depends on it. */
  outcome: string
  keep: string
  remove: string
  removal: { mutate: () => void; isPending: boolean; error: Error | null }
  onClose: () => void
}

/** Asks before something is removed that others may use. */
export const RemoveDialog = ({ question, outcome, keep, remove, removal, onClose }: Props) => (
  <SheetDialog label={question} onClose={onClose}>
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold text-title wrap-anywhere">{question}</h2>
      <p>{outcome}</p>
      {removal.error && <ProblemAlert error={removal.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{keep}</Button>
        <Button look="main" off={removal.isPending} onClick={() => removal.mutate()}>
          {remove}
        </Button>
      </div>
    </div>
  </SheetDialog>
)
