import { type RefObject, useEffect, useState } from 'react'
import { keepUnsentText, unsentText } from '@/lib/client/unsent-texts'

/** What stands in a field and was not sent: it is kept by the place that it is meant for. */
export function useUnsentText(place: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const write = (next: string): void => {
    setText(next)
    keepUnsentText(place, next)
  }
  useEffect(() => {
    // What was typed while the page was not yet at work counts, too.
    const typed = field.current?.value || unsentText(place)
    keepUnsentText(place, typed)
    setText(typed)
  }, [place, field])
  return { text, write }
}
