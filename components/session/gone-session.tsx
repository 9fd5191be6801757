import { PlainWords } from '@/components/ui/plain-words'

const TEXT = {
  heading: 'This session is gone',
  what: 'It was deleted with its transcript. Nothing of it can run any more.',
}

export const GoneSession = () => (
  <PlainWords heading={TEXT.heading}>
    <p>{TEXT.what}</p>
  </PlainWords>
)
