/** `localStorage` is for all tabs of a browser, `sessionStorage` ends with the tab. */
type Place = 'localStorage' | 'sessionStorage'

/** Where storage is forbidden or full, what is kept lasts as long as the page. */
function inStorage<T>(work: (storage: Storage) => T, place: Place = 'localStorage'): T | undefined {
  try {
    return work(window[place])
  } catch {
    return undefined
  }
}

export const storedText = (name: string, place?: Place): string =>
  inStorage(storage => storage.getItem(name), place) ?? ''

/** An empty text leaves nothing behind. */
export const storeText = (name: string, text: string, place?: Place): void =>
  inStorage(storage => (text === '' ? storage.removeItem(name) : storage.setItem(name, text)), place)

/** The names of what was begun about Calls and not sent. */
export const draftNames = (): string[] =>
  (inStorage(Object.keys) ?? []).filter(name => name.startsWith('draft '))
