import Link from 'next/link'
import { PlainWords } from '@/components/ui/plain-words'

const TEXT = {
  heading: 'There is nothing here',
  what: 'The address leads to no page. A session that was deleted is gone with its page.',
  back: 'Go to your sessions',
}

export const NothingHere = () => (
  <PlainWords heading={TEXT.heading}>
    <p>{TEXT.what}</p>
    <Link href="/" className="underline underline-offset-4">
      {TEXT.back}
    </Link>
  </PlainWords>
)
