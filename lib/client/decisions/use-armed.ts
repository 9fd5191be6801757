import { useEffect, useState } from 'react'

/** For so long nothing can be pressed that has appeared, changed or moved. */
export const ARMING_MS = 300

/**
 * False for a moment after something appears or changes, which gives it another `version`: a click or key meant for what
 * was there before must not approve what is there now.
 */
export function useArmed(version: string): boolean {
  const [lastVersion, setLastVersion] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLastVersion(version), ARMING_MS)
    return () => clearTimeout(timer)
  }, [version])
  return lastVersion === version
}
