import { useTranslations } from 'use-intl'
import { ProblemNote } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'
import type { Run } from '@/lib/domain/run/run'

/** Ends the active run and clears the queue. Beside the button that sends, it is a word. */
export function StopButton({ run, isBeside }: { run: Run; isBeside: boolean }) {
  const t = useTranslations('session.stopButton')
  const { mutate, isPending, error } = useChange(() =>
    fetchApi('POST /api/sessions/{id}/stop', { params: { id: run.sessionId } }),
  )
  return (
    <>
      <ProblemNote error={error} />
      <Button
        variant={isBeside ? 'bare' : 'main'}
        shape={isBeside ? undefined : 'round'}
        className="order-2"
        aria-label={t('stop')}
        off={isPending || run.stop !== undefined}
        // The second press of two was meant for the button that sends.
        onClick={({ detail }) => detail < 2 && mutate()}
      >
        {isBeside ? t('stop') : <span aria-hidden="true" className="size-2.5 rounded-[2px] bg-current" />}
      </Button>
    </>
  )
}
