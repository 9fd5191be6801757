import { type ReactNode, useId } from 'react'

const NAMES = { you: 'You', agent: 'Agent', summary: 'Summary', correction: 'Correction' }

/** Something that was said, under the name of who said it. */
export function Speaker({ who, children }: { who: keyof typeof NAMES; children: ReactNode }) {
  const id = useId()
  return (
    <article aria-labelledby={id} className="min-w-0">
      <p id={id} className="text-small font-semibold text-quiet">
        {NAMES[who]}
      </p>
      {children}
    </article>
  )
}
