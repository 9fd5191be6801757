/** The sign of what waits for a person, for the eye alone: words stand beside it. */
export const NeedsYou = () => (
  <span aria-hidden="true" className="text-accent">
    ◉{' '}
  </span>
)
