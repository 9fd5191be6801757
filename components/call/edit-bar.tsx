import { useId } from 'react'
import { Button } from '@/components/ui/button'

const TEXT = {
  review: 'Review change',
  approve: 'Approve edited',
  cancel: 'Cancel',
  first: 'Review the change first. It is approved exactly as it was reviewed.',
}

type Props = {
  isSound: boolean
  isReviewing: boolean
  isReady: boolean
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

export function EditBar({ isSound, isReviewing, isReady, onReview, onApprove, onCancel }: Props) {
  const why = useId()
  return (
    <>
      {!isSound && (
        <p id={why} className="text-small text-quiet">
          {TEXT.first}
        </p>
      )}
      <div className="decision-bar">
        <Button onClick={onCancel}>{TEXT.cancel}</Button>
        <span className="grow" />
        <Button look={isSound ? 'plain' : 'main'} off={isReviewing} onClick={onReview}>
          {TEXT.review}
        </Button>
        <Button
          look={isSound ? 'wanted' : 'plain'}
          off={!isReady}
          aria-describedby={isSound ? undefined : why}
          onClick={onApprove}
        >
          {TEXT.approve}
        </Button>
      </div>
    </>
  )
}
