import { useEffect, useState } from 'react'

const LOOK_MS = 20_000

/** The time, for ages in words. It begins with the server's, so that the page is first drawn as it was sent. */
export function useNow(given: number): number {
  const [now, setNow] = useState(given)
  useEffect(() => {
    const look = (): void => setNow(Date.now())
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
