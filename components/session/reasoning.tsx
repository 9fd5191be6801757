import { PlainProse } from '@/components/text/prose'

const TEXT = { summary: 'Reasoning' }

/** What the model thought, in its own words, folded. */
export const Reasoning = ({ text }: { text: string }) => (
  <details className="mb-1 text-small text-quiet">
    <summary>{TEXT.summary}</summary>
    <div className="reasoning">
      <PlainProse>{text}</PlainProse>
    </div>
  </details>
)
