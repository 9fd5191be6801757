import { useEffect, useState } from 'react'

const ARMING_MS = 300

/**
 * False for a moment after something appears or changes, as `what` names it: a click or key that was meant
 * for what stood there before must not approve what stands there now.
 */
export function useArmed(what: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(what), ARMING_MS)
    return () => clearTimeout(timer)
  }, [what])
  return armed === what
}
