import { useLayoutEffect } from 'react'

/**
 * What the tab is called. The server has a name for the page, too, which may come in later than the page and knows
 * nothing of what has happened since: this one stays.
 */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title
    let own = document.title
    const keep = (): void => {
      if (document.title === own) return
      document.title = title
      own = document.title
    }
    const watching = new MutationObserver(keep)
    watching.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => watching.disconnect()
  }, [title])
}
