import { createContext } from 'react'

/** Whoever follows a search result sees its text unfolded: the match may be anywhere. */
export const Unfolded = createContext(false)
