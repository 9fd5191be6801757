import { useCallback, useSyncExternalStore } from 'react'
import type { Session } from '@/lib/domain/session/session'

/** A value outside of React that components subscribe to. */
export class Observable<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(readonly initial: T) {
    this.#value = initial
  }

  get = (): T => this.#value

  set = (value: T): void => {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** On the server and during hydration it has its initial value. */
export const useObservable = <T>({ subscribe, get, initial }: Observable<T>): T =>
  useSyncExternalStore(subscribe, get, () => initial)

/** The session that somebody has opened and whose page is still loading. */
export const pendingSession = new Observable<Session | null>(null)

/** The address that a person is asked about before it opens. */
export const linkToConfirm = new Observable<string | null>(null)

/** What became of the last change, for screen readers, where the page has an `Announcement`. */
export const announcement = new Observable('')

/** Opens a dialog as long as it is mounted. It is closed before it goes, by which the browser gives the focus back. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  return () => dialog.close()
}

/** Rows that are open on this page, so that a row of a long list that was unmounted comes back open. */
const openRows = new Observable<ReadonlySet<string>>(new Set())

export function setOpen(id: string, isOpen: boolean): void {
  const rows = openRows.get()
  if (rows.has(id) === isOpen) return
  openRows.set(new Set(isOpen ? [...rows, id] : [...rows].filter(row => row !== id)))
}

export function useOpen(id: string): [boolean, (isOpen: boolean) => void] {
  const isOpen = useSyncExternalStore(
    openRows.subscribe,
    () => openRows.get().has(id),
    () => false,
  )
  return [isOpen, useCallback((next: boolean) => setOpen(id, next), [id])]
}
