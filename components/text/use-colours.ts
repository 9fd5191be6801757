import { startTransition, useEffect, useState } from 'react'
import type { LineColours } from '@/lib/client/code/code-request'

/**
 * The colours of each line of texts of one language, once they are known; null until then, and where there are none. Other
 * texts are another array.
 */
export function useColours(texts: readonly string[], language: string | null): LineColours[][] | null {
  const [answer, setAnswer] = useState<{ texts: readonly string[]; colours: LineColours[][] }>()
  useEffect(() => {
    let isGone = false
    const ask = async (language: string): Promise<void> => {
      const { requestColours } = await import('@/lib/client/code/code-request')
      const colours = await requestColours({ language, texts: [...texts] })
      if (colours && !isGone) startTransition(() => setAnswer({ texts, colours }))
    }
    // Where it does not load, what is shown stays without colours.
    if (language !== null) ask(language).catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [texts, language])
  return answer?.texts === texts ? answer.colours : null
}
