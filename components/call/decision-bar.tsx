import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { WaitingCall } from '@/lib/domain/call'

const TEXT = { deny: 'Deny', edit: 'Edit', approve: 'Approve' }

type Props = {
  call: WaitingCall
  isWanted: boolean
  isBusy: boolean
  onApprove: () => void
  onEdit: () => void
  onDeny: () => void
}

/** The same buttons in the same places. Denying works at once; approving not before the card has been there a moment. */
export function DecisionBar({ call, isWanted, isBusy, onApprove, onEdit, onDeny }: Props) {
  const armed = useArmed(`${call.id} ${call.digest} ${call.why}`)
  return (
    <div className="decision-bar">
      <Button off={isBusy} aria-keyshortcuts="n" onClick={onDeny}>
        {TEXT.deny} <Key>n</Key>
      </Button>
      <Button off={isBusy} aria-keyshortcuts="e" onClick={onEdit}>
        {TEXT.edit} <Key>e</Key>
      </Button>
      <span className="grow" />
      <Button
        look={isWanted ? 'wanted' : 'plain'}
        off={!armed || isBusy}
        aria-keyshortcuts="y"
        onClick={onApprove}
      >
        {TEXT.approve} <Key>y</Key>
      </Button>
    </div>
  )
}

/** A hint for the eye; screen readers have `aria-keyshortcuts`. */
const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="key">
    {children}
  </span>
)
