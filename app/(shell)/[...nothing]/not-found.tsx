'use client'

import { NothingHere } from '@/components/page/plain-page'
import { MenuButton } from '@/components/shell/sidebar'
import { PAGE_HEAD } from '@/components/ui/looks'

/** On a narrow screen with the way to other pages. It has a boundary of its own, which no other page loads. */
export default function NotFound() {
  return (
    <>
      <header className={`wide:hidden ${PAGE_HEAD}`}>
        <MenuButton />
      </header>
      <NothingHere />
    </>
  )
}
