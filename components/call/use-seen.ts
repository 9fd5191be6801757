import { type RefObject, useEffect, useState } from 'react'

/**
 * Which of the Calls were in view, to their end: of one that is taller than the window its end counts. Calls
 * are known by `shown`, their id and digest, so that one that changed is to be seen again.
 */
export function useSeen(list: RefObject<HTMLElement | null>, calls: { id: string; shown: string }[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const names = calls.map(({ id, shown }) => `${id} ${shown}`).join('\n')

  useEffect(() => {
    const shownById = new Map(names.split('\n').map(name => [name.split(' ')[0] ?? '', name]))
    const observer = new IntersectionObserver(
      entries => {
        const ends = entries.filter(entry => entry.isIntersecting)
        const found = ends.flatMap(({ target }) => shownById.get(endOf(target)) ?? [])
        if (found.length > 0) setSeen(known => new Set([...known, ...found]))
      },
      // Within the window, too: a list may be longer than what is seen of it.
      { scrollMargin: '1px' },
    )
    for (const end of list.current?.querySelectorAll('[data-end-of]') ?? []) observer.observe(end)
    return () => observer.disconnect()
  }, [list, names])

  return calls.every(({ id, shown }) => seen.has(`${id} ${shown}`))
}

const endOf = (element: Element): string => element.getAttribute('data-end-of') ?? ''
