import { PlainWords } from '@/components/ui/plain-words'

const TEXT = {
  heading: 'Not available just now',
  again: 'What was said and decided is kept. Load the page again in a moment.',
}

/** The server is there and cannot work. */
export const AwayPage = ({ reason }: { reason: string }) => (
  <main>
    <PlainWords heading={TEXT.heading}>
      <p>{reason}</p>
      <p>{TEXT.again}</p>
    </PlainWords>
  </main>
)
