import type { ReactNode } from 'react'

/** A page that has only something to say. */
export const PlainWords = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="mx-auto flex max-w-110 flex-col items-start gap-5 px-5 py-16">
    <h1 className="font-semibold text-display">{heading}</h1>
    {children}
  </div>
)
