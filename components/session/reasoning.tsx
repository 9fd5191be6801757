const TEXT = { summary: 'Reasoning' }

/** What the model thought, in its own words, folded. */
export const Reasoning = ({ text }: { text: string }) => (
  <details className="mb-1 text-small text-quiet">
    <summary>{TEXT.summary}</summary>
    <div className="prose-plain mt-1 border-hairline border-l-2 pl-3" dir="auto">
      {text}
    </div>
  </details>
)
