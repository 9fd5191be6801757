import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { WaitingCall } from '@/lib/domain/call'

const TEXT = {
  retry: 'Retry',
  done: 'Mark as done',
  skip: 'Skip',
  hint: 'Retry runs it once more. Mark as done tells the agent that it happened. Skip tells the agent that nobody knows.',
}

type Props = {
  call: WaitingCall
  isBusy: boolean
  onDecide: (kind: 'retry' | 'mark_done' | 'skip') => void
}

/** Only a person can say what is true of a Call whose end nobody saw, or run it again. */
export function UnknownBar({ call, isBusy, onDecide }: Props) {
  const armed = useArmed(`${call.id} ${call.digest} ${call.attempt}`)
  return (
    <>
      <p className="text-small text-quiet">{TEXT.hint}</p>
      <div className="decision-bar">
        <Button off={isBusy} onClick={() => onDecide('skip')}>
          {TEXT.skip}
        </Button>
        <Button off={isBusy} onClick={() => onDecide('mark_done')}>
          {TEXT.done}
        </Button>
        <span className="grow" />
        <Button look="wanted" off={!armed || isBusy} onClick={() => onDecide('retry')}>
          {TEXT.retry}
        </Button>
      </div>
    </>
  )
}
