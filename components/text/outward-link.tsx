'use client'

import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { OpenLinkDialog } from './open-link-dialog'

/**
 * A link that somebody else wrote: it leads nowhere before a person has seen where to. The address is in no
 * attribute, since browsers look up the names of links that they have not been asked to follow.
 */
export function OutwardLink({ address, children }: { address: string; children: ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  const ask = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an anchor would have the address as an attribute */}
      <span role="link" tabIndex={0} className="outward-link" onClick={() => setAsking(true)} onKeyDown={ask}>
        {children}
      </span>
      {isAsking && <OpenLinkDialog address={address} onClose={() => setAsking(false)} />}
    </>
  )
}
