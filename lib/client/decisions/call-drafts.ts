import { storedNames, storedText, storeText } from '../page/browser-storage'
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

/** Each is stored by itself: what one tab writes takes nothing from another. */
const PREFIX = 'draft of '
const OLDEST_MS = 14 * 86_400_000

/** A longer one lasts as long as the page: a browser keeps some million characters in all. */
export const MOST_KEPT_CHARS = 100_000

export const draftKey = ({ callId, form }: Pick<CallDraft, 'callId' | 'form'>): string => `${callId} ${form}`

/** The Call that a key is of. */
export const draftCallId = (key: string): string => key.split(' ', 1)[0] ?? ''

/** All that were begun in this browser, by their keys. */
export const callDrafts = new Observable<ReadonlyMap<string, CallDraft>>(new Map())

/** The forms that are open on this page: what is written there is offered nowhere else. */
export const openForms = new Observable<ReadonlySet<string>>(new Set())

function change(key: string, draft: CallDraft | undefined): void {
  const drafts = new Map(callDrafts.get())
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  callDrafts.set(drafts)
}

export function keepDraft(draft: CallDraft): void {
  const key = draftKey(draft)
  change(key, draft)
  storeText(PREFIX + key, draft.text.length > MOST_KEPT_CHARS ? '' : JSON.stringify(draft))
}

export function dropDraft(id: Pick<CallDraft, 'callId' | 'form'>): void {
  change(draftKey(id), undefined)
  storeText(PREFIX + draftKey(id), '')
}

/** Whoever signs out leaves nothing behind. */
export function dropAllDrafts(): void {
  callDrafts.set(new Map())
  for (const name of storedNames(PREFIX)) storeText(name, '')
}

/** Takes what is stored under a name, by whichever tab. */
function read(name: string): void {
  const key = name.slice(PREFIX.length)
  // What another tab writes or drops of the same Call is its own.
  if (name.startsWith(PREFIX) && !openForms.get().has(key))
    change(key, JSON.parse(storedText(name) || 'null') ?? undefined)
}

if (typeof window !== 'undefined') {
  for (const name of storedNames(PREFIX)) read(name)
  for (const draft of callDrafts.get().values()) if (Date.now() - draft.at > OLDEST_MS) dropDraft(draft)
  window.addEventListener('storage', ({ key }) => key !== null && read(key))
}
