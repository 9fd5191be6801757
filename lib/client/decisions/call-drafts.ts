import { storedText, storeText } from '../page/browser-storage'
import { Observable } from '../page/page-state'

/** Which form of a Call it was begun in. */
export type DraftKind = 'edit' | 'replace' | 'answer' | 'deny'

/**
 * What somebody has begun to say about a Call and not sent: arguments, an answer, a reason. `digest`: the Call as it was
 * then; `call`: its tool; `tool`: that of a replacement.
 */
export type CallDraft = {
  callId: string
  form: DraftKind
  text: string
  sessionId: string
  digest: string
  call: string
  tool?: string
  at: number
}

const NAME = 'call drafts'
const MOST = 30
const OLDEST_MS = 14 * 86_400_000
const PAUSE_MS = 300

/** A longer one lasts as long as the page: a browser keeps some million characters in all. */
export const MOST_KEPT_CHARS = 100_000

export const draftKey = ({ callId, form }: Pick<CallDraft, 'callId' | 'form'>): string => `${callId} ${form}`

/** The Call that a key is of. */
export const draftCallId = (key: string): string => key.split(' ', 1)[0] ?? ''

/** All that were begun in this browser, by their keys. */
export const callDrafts = new Observable<ReadonlyMap<string, CallDraft>>(new Map())

/** The forms that are open on this page: what is written there is offered nowhere else. */
export const openForms = new Observable<ReadonlySet<string>>(new Set())

/** Keys of drafts that have changed here since they were stored. */
const unwritten = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

function stored(): CallDraft[] {
  try {
    return JSON.parse(storedText(NAME) || '[]')
  } catch {
    return []
  }
}

/** What is stored, by whichever tab, with what this page knows better. */
function read(): void {
  const own = callDrafts.get()
  // What another tab drops of the same Call is its own.
  for (const key of openForms.get()) if (own.has(key)) unwritten.add(key)
  const fresh = stored().filter(({ at }) => Date.now() - at < OLDEST_MS)
  const drafts = new Map(fresh.map(draft => [draftKey(draft), draft]))
  for (const key of unwritten) drafts.delete(key)
  for (const [key, draft] of own)
    if (unwritten.has(key) || draft.text.length > MOST_KEPT_CHARS) drafts.set(key, draft)
  callDrafts.set(drafts)
}

function write(): void {
  clearTimeout(timer)
  if (unwritten.size === 0) return
  read()
  unwritten.clear()
  const drafts = [...callDrafts.get().values()]
    .filter(({ text }) => text.length <= MOST_KEPT_CHARS)
    .sort((one, other) => other.at - one.at)
  storeText(NAME, drafts.length > 0 ? JSON.stringify(drafts.slice(0, MOST)) : '')
}

function change(key: string, draft: CallDraft | undefined): void {
  const drafts = new Map(callDrafts.get())
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  unwritten.add(key)
  callDrafts.set(drafts)
}

/** Keeps what is being written. It is stored with the next pause, or when the page goes. */
export function keepDraft(draft: CallDraft): void {
  change(draftKey(draft), draft)
  clearTimeout(timer)
  timer = setTimeout(write, PAUSE_MS)
}

export function dropDraft(id: Pick<CallDraft, 'callId' | 'form'>): void {
  change(draftKey(id), undefined)
  write()
}

/** Whoever signs out leaves nothing behind. */
export function dropAllDrafts(): void {
  unwritten.clear()
  callDrafts.set(new Map())
  storeText(NAME, '')
}

if (typeof window !== 'undefined') {
  read()
  window.addEventListener('storage', read)
  window.addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', write)
}
