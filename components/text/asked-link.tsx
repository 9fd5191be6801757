'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { askAddress, askedAddress, onAskedAddress } from '@/lib/client/asked-address'

const OpenLinkDialog = lazy(async () => ({ default: (await import('./open-link-dialog')).OpenLinkDialog }))

/** The dialog about a link stays while the words that hold the link are still being written. */
export function AskedLink() {
  const address = useSyncExternalStore(onAskedAddress, askedAddress, () => null)
  return address === null ? null : (
    <Suspense>
      <OpenLinkDialog address={address} onClose={() => askAddress(null)} />
    </Suspense>
  )
}
