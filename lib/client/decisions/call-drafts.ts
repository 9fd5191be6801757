import { draftNames, storedText, storeText } from '../page/browser-storage'
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

const DAY_MS = 86_400_000
const OLDEST_MS = 14 * DAY_MS
const MOST = 30
/** A longer one lasts as long as the page: the browser’s room is small, and writing it would be felt. */
export const MOST_KEPT_CHARS = 1_000_000
const MOST_CHARS = 2_000_000

export const draftKey = ({ callId, form }: Pick<CallDraft, 'callId' | 'form'>): string =>
  `draft ${callId} ${form}`

/** A draft as it was stored; null for what is none. */
export function parseDraft(key: string, stored: string): CallDraft | null {
  const [, callId, form] = /^draft (\S+) (edit|replace|answer|deny)$/.exec(key) ?? []
  if (callId === undefined || form === undefined) return null
  const id = { callId, form: form as DraftKind }
  try {
    const draft: Partial<CallDraft> | null = JSON.parse(stored)
    const { text, at, sessionId, digest, call } = draft ?? {}
    if (typeof text !== 'string' || typeof at !== 'number') return null
    if (sessionId === undefined || digest === undefined || call === undefined) return null
    return { ...draft, ...id, text, at, sessionId, digest, call }
  } catch {
    return null
  }
}

/** What has to go: what is too old, and the oldest of too many, or of too much. */
export function outdated(drafts: readonly CallDraft[], now: number): CallDraft[] {
  let chars = 0
  return [...drafts]
    .sort((one, other) => other.at - one.at)
    .filter(({ text, at }, index) => {
      chars += text.length
      return index >= MOST || now - at > OLDEST_MS || (index > 0 && chars > MOST_CHARS)
    })
}

type Drafts = ReadonlyMap<string, CallDraft>

/** All that were begun in this browser, by their keys. */
export const callDrafts = new Observable<Drafts>(new Map())

/** The forms that are open on this page: what is written there is offered nowhere else. */
export const openForms = new Observable<ReadonlySet<string>>(new Set())

const PAUSE_MS = 300

/** Drafts that are written with the next pause. */
const unwritten = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

function writeAll(): void {
  clearTimeout(timer)
  for (const key of unwritten) write(key, callDrafts.get().get(key))
  unwritten.clear()
}

/** What this page writes it need not read again. */
let isWriting = false

function write(key: string, draft: CallDraft | undefined): void {
  storeText(key, draft && draft.text.length <= MOST_KEPT_CHARS ? JSON.stringify(draft) : '')
  isWriting = true
  // The rest of this page hears what other tabs hear from the browser.
  window.dispatchEvent(new Event('storage'))
  isWriting = false
}

function change(key: string, draft: CallDraft | undefined): void {
  const drafts = new Map(callDrafts.get())
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  callDrafts.set(drafts)
}

/** Keeps what is being written. It is stored with the next pause, or when the page goes. */
export function keepDraft(draft: CallDraft): void {
  const key = draftKey(draft)
  change(key, draft)
  unwritten.add(key)
  clearTimeout(timer)
  timer = setTimeout(writeAll, PAUSE_MS)
}

export function dropDraft(id: Pick<CallDraft, 'callId' | 'form'>): void {
  const key = draftKey(id)
  unwritten.delete(key)
  change(key, undefined)
  write(key, undefined)
}

/** Whoever signs out leaves nothing behind. */
export function dropAllDrafts(): void {
  unwritten.clear()
  for (const key of draftNames()) write(key, undefined)
  callDrafts.set(new Map())
}

/** Reads what is stored; what is too long to be stored, or not written yet, stays. */
function readAll(): void {
  if (isWriting) return
  const drafts = new Map(
    [...callDrafts.get()].filter(([key, { text }]) => unwritten.has(key) || text.length > MOST_KEPT_CHARS),
  )
  for (const key of draftNames()) {
    const draft = unwritten.has(key) ? null : parseDraft(key, storedText(key))
    if (draft) drafts.set(key, draft)
  }
  callDrafts.set(drafts)
}

/** Follows what other tabs store, and clears away what is outdated, once on a page. */
function watchDrafts(): void {
  readAll()
  for (const draft of outdated([...callDrafts.get().values()], Date.now())) dropDraft(draft)
  window.addEventListener('storage', readAll)
  window.addEventListener('pagehide', writeAll)
  document.addEventListener('visibilitychange', writeAll)
}

if (typeof window !== 'undefined') watchDrafts()
