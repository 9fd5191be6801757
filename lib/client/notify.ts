const listeners = new Set<() => void>()

/** Whether the browser lets the page show notifications; `denied` also where it has none. */
export const permission = (): NotificationPermission =>
  typeof Notification === 'undefined' ? 'denied' : Notification.permission

export function watchPermission(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export async function askPermission(): Promise<void> {
  await Notification.requestPermission()
  for (const listener of listeners) listener()
}

/**
 * Shows a notification where that is allowed and nobody looks at this page. Those with the same `tag` take each
 * other's place, whichever tab they come from.
 */
export function notify({ title, body, tag }: { title: string; body: string; tag: string }): void {
  if (permission() !== 'granted' || document.visibilityState === 'visible') return
  const shown = new Notification(title, { body, tag })
  shown.onclick = () => {
    window.focus()
    shown.close()
  }
}
