import type { ReactNode } from 'react'
import { PageHead } from './page-head'

/** A page of things that are kept, found or written: one column under its heading. */
export const ListPage = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <>
    <PageHead heading={heading} />
    <div className="list-page">
      <div className="column list-column">{children}</div>
    </div>
  </>
)
