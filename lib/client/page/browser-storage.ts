/** `localStorage` is for all tabs of a browser, `sessionStorage` ends with the tab. */
type StorageName = 'localStorage' | 'sessionStorage'

/** Where storage is forbidden or full, what is kept lasts as long as the page. */
function inStorage<T>(
  work: (storage: Storage) => T,
  storageName: StorageName = 'localStorage',
): T | undefined {
  try {
    return work(window[storageName])
  } catch {
    return undefined
  }
}

export const storedText = (name: string, storageName?: StorageName): string =>
  inStorage(storage => storage.getItem(name), storageName) ?? ''

/** An empty text leaves nothing behind. */
export const storeText = (name: string, text: string, storageName?: StorageName): void =>
  inStorage(storage => (text === '' ? storage.removeItem(name) : storage.setItem(name, text)), storageName)

export const storedNames = (prefix: string): string[] =>
  inStorage(storage => Object.keys(storage).filter(name => name.startsWith(prefix))) ?? []
