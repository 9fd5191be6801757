import { Observable } from '../page/page-state'

/** A Call that keys can decide: its `version` changes with what is on screen of it. */
export type AimedCall = { id: string; version: string }

/**
 * Which Call keys decide, and whether they decide at all. `calls` wait where keys act, on the page at `path`; `own` are
 * those that this person has decided here and that have not gone yet.
 */
export type KeyAim = {
  path: string
  calls: readonly AimedCall[]
  current: AimedCall | null
  isLive: boolean
  own: readonly string[]
}

/**
 * `shown`: the waiting Calls are on screen as they are now, whatever has changed them; on another path the person has
 * come to a new page. `ruled`: the person decides here; `refused`: the server did not accept it. `focused`: a person or the page
 * moved the focus to a Call, or elsewhere in the dock; `lost`: what had the focus outside of it has gone by itself.
 */
export type AimEvent =
  | { type: 'shown'; path: string; calls: readonly AimedCall[] }
  | { type: 'ruled' | 'refused'; ids: readonly string[] }
  | { type: 'lost' }
  | { type: 'focused'; by: 'person' | 'page'; calls: readonly AimedCall[]; id: string | null }

export const NO_AIM: KeyAim = { path: '', calls: [], current: null, isLive: true, own: [] }

/**
 * Keys aim at one Call. When it goes or changes, other than by this person's own decision, a key may still be meant for
 * it: then keys decide nothing until the person moves the focus into the dock again.
 */
export function aimAfter(aim: KeyAim, event: AimEvent): KeyAim {
  switch (event.type) {
    case 'shown':
      return aimOnScreen(aim.path === event.path ? aim : NO_AIM, event)
    case 'ruled':
      return { ...aim, own: [...aim.own, ...event.ids] }
    case 'refused':
      return { ...aim, own: aim.own.filter(id => !event.ids.includes(id)) }
    case 'lost':
      return { ...aim, isLive: false }
    case 'focused': {
      const { calls, id, by } = event
      const current = withId(calls, id) ?? withId(calls, aim.current?.id) ?? calls[0] ?? null
      return { ...aim, calls, current, isLive: aim.isLive || by === 'person' }
    }
    default:
      return event satisfies never
  }
}

function aimOnScreen(
  { current, isLive, own }: KeyAim,
  { path, calls }: Pick<KeyAim, 'path' | 'calls'>,
): KeyAim {
  const now = withId(calls, current?.id)
  const isSame = current === null || now?.version === current.version
  const isOwn = current !== null && own.includes(current.id)
  return {
    path,
    calls,
    current: now ?? calls[0] ?? null,
    isLive: isLive && (isSame || isOwn),
    own: own.filter(id => withId(calls, id)),
  }
}

const withId = (calls: readonly AimedCall[], id: string | null | undefined): AimedCall | undefined =>
  calls.find(call => call.id === id)

/** There is one aim for the page: one keyboard, however many docks. */
class PageAim extends Observable<KeyAim> {
  tell = (event: AimEvent): void => this.set(aimAfter(this.get(), event))
}

export const pageAim = new PageAim(NO_AIM)

const FIELDS = 'textarea, select, [contenteditable], [role="menu"], [role="listbox"]'

/**
 * Whether a key press may be a command: not in a text field or a menu, nor with a modifier or on repeat; and only where a
 * dialog asks, in that, where a checkbox has keys of its own as well.
 */
export function isFreeKey(event: KeyboardEvent, isInDialog = false): boolean {
  if (event.repeat || isComposing(event) || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (!isInDialog && document.querySelector('dialog[open], [popover]:popover-open')) return false
  const fields = `${isInDialog ? 'input:not([type="checkbox"])' : 'input'}, ${FIELDS}`
  return !(event.target instanceof Element && event.target.closest(fields))
}

/**
 * The letter of a key. A Latin letter or a sign counts as the layout gives it; in another script the position of the key
 * counts.
 */
export function keyLetter({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (shiftKey) return key
  if (/^[A-Z]$/.test(key)) return key.toLowerCase()
  const isForeign = [...key].length === 1 && key > '\u007f' && !/\p{Script=Latin}/u.test(key)
  return isForeign ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key) : key
}

type ComposingKey = { isComposing: boolean; keyCode: number }

/** Whether a key belongs to an input method. Safari tells that of the key that ends a word by its code alone. */
export function isComposing(event: ComposingKey | { nativeEvent: ComposingKey }): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing || native.keyCode === 229
}

/** Whether a key leaves what somebody writes in. */
export const isLeaving = (event: { key: string } & (ComposingKey | { nativeEvent: ComposingKey })): boolean =>
  event.key === 'Escape' && !isComposing(event)

type FieldKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'> & ComposingKey

/**
 * What a key does in the message box: Escape leads to the current Call, Enter alone sends, and the arrow up brings the last
 * message back where there is nothing to move in. On a touch screen Enter breaks the line, as in every other app there.
 */
export function messageCommand(event: FieldKey, isTouch = isOnTouch()): 'leave' | 'send' | 'recall' | null {
  if (isComposing(event)) return null
  if (event.key === 'Escape') return 'leave'
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return null
  if (event.key === 'Enter') return isTouch ? null : 'send'
  return event.key === 'ArrowUp' ? 'recall' : null
}

/** Whether people press here with fingers. */
export const isOnTouch = (): boolean => window.matchMedia('(hover: none)').matches
