import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False for what the server renders and until the page is at work. `atFirst`: what it is until then. */
export const useHydrated = (atFirst = false): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => atFirst,
  )
