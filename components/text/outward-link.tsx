'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { askAddress } from '@/lib/client/asked-address'

/**
 * A link that somebody else wrote: it leads nowhere before a person has seen where to. The address is in no
 * attribute, since browsers look up the names of links that they have not been asked to follow.
 */
export function OutwardLink({ address, children }: { address: string; children: ReactNode }) {
  const ask = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    askAddress(address)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor would have the address as an attribute
    <span
      role="link"
      tabIndex={0}
      className="outward-link"
      onClick={() => askAddress(address)}
      onKeyDown={ask}
    >
      {children}
    </span>
  )
}
