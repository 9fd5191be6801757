import { createContext, type ReactNode, useContext } from 'react'
import { OWNER, type Person } from '@/lib/domain/contract/person'

const Me = createContext<Person>(OWNER)

/** Who is signed in on this page. */
export const MeProvider = Me.Provider
export const useMe = (): Person => useContext(Me)

/** What only owners may do. The page says so once, where it says anything. */
export const OwnerOnly = ({ children }: { children: ReactNode }) =>
  useMe().role === 'owner' ? children : null
