import type { ReactNode } from 'react'

/** Opens a sheet that is part of the page where there is room for it. */
export const MenuButton = ({ target, children }: { target: string; children: ReactNode }) => (
  <button type="button" popoverTarget={target} className="button menu-button">
    {children}
  </button>
)
